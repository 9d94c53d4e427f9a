import { describe, expect, test } from "vitest";
import { parseAmount } from "../../lib/decimal";
import { CALCULATION, currencies } from "../../testing/fake-market";
import { readSeen, seenText } from "../order-form/seen";
import { FIGURE_NAMES, followingAmount, seenFigures, shownFor, withTypedDirection } from "./seen";
import { type FormValues, startValues } from "./values";

const bySend = { ...startValues(currencies, {}), sendAmount: "0.1", receiveAmount: "5,972.2" };
const byReceive = { ...bySend, sendAmount: "0.1", receiveAmount: "5972.2", direction: "receive" as const };

const written = (values: FormValues) => seenText(shownFor(values), seenFigures(CALCULATION));
const read = (text: string, values: FormValues) => readSeen(text, shownFor(values), FIGURE_NAMES);

describe("the plain form's direction", () => {
  const seen = written(bySend);
  test("stays with the sent amount while that is what was typed", () => {
    expect(withTypedDirection(bySend, seen, "en").direction).toBe("send");
    expect(withTypedDirection({ ...bySend, sendAmount: "0.2" }, seen, "en").direction).toBe("send");
    const both = { ...bySend, sendAmount: "0.2", receiveAmount: "7" };
    expect(withTypedDirection(both, seen, "en").direction).toBe("send");
    expect(withTypedDirection({ ...bySend, receiveAmount: "" }, seen, "en").direction).toBe("send");
  });
  test("turns to the received amount when that alone was changed", () => {
    expect(withTypedDirection({ ...bySend, receiveAmount: "500" }, seen, "en").direction).toBe("receive");
  });
  test("turns back when the sent amount alone was changed", () => {
    const back = written(byReceive);
    expect(withTypedDirection(byReceive, back, "en").direction).toBe("receive");
    expect(withTypedDirection({ ...byReceive, sendAmount: "0.3" }, back, "en").direction).toBe("send");
  });
  test("without a quote, only an amount that stands alone decides", () => {
    expect(withTypedDirection({ ...bySend, sendAmount: "" }, "", "en").direction).toBe("receive");
    expect(withTypedDirection(bySend, "", "en").direction).toBe("send");
  });
  test.each(["en", "fr", "es", "ja"] as const)(
    "what a field shows in %s reads back as itself",
    (language) => {
      for (const netReceiveAmount of ["1234.567891", "1234567", "0.000001", "999"])
        expect(
          parseAmount(followingAmount(bySend, { ...CALCULATION, netReceiveAmount }, language), language),
        ).toBe(netReceiveAmount);
    },
  );
});

describe("figures that were seen", () => {
  test("hold for the very same values and for no others", () => {
    const seen = written(byReceive);
    expect(read(seen, byReceive)).toEqual({ sendAmount: "0.1", receiveAmount: "5972.2" });
    expect(read(seen, { ...byReceive, receiveAmount: "5973" })).toBeNull();
    expect(read(seen, { ...byReceive, receiveCurrency: "XMR" })).toBeNull();
    expect(read(seen, { ...byReceive, orderType: "fixed" })).toBeNull();
    expect(read(seen, { ...byReceive, direction: "send" })).toBeNull();
  });
  test.each(["", "a|b", "||||||", "BTC|USDT-TRC20|send|0.1|floating|0.1|", "1|2|3|4|5|6|7|8"])(
    "%s is none",
    (text) => {
      expect(read(text, bySend)).toBeNull();
    },
  );
});
