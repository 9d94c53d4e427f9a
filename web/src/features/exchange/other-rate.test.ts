import { expect, test } from "vitest";
import { CALCULATION } from "../../testing/fake-market";
import { amountByFee } from "./other-rate";

test("the chosen rate is the quote's own, the other one follows from the fee", () => {
  expect(amountByFee(CALCULATION, "send", "0.45")).toBe("5972.2");
  expect(amountByFee(CALCULATION, "send", "0.95")).toBe("5942.2");
  expect(amountByFee(CALCULATION, "receive", "0.45")).toBe("0.1");
  expect(Number(amountByFee(CALCULATION, "receive", "0.95"))).toBeCloseTo(0.1005048, 6);
});
