import { describe, expect, test } from "vitest";
import { fieldErrors, withoutChanged } from "./errors";

const NAMES = ["sendAmount", "receiveCurrency", "delayMinutes", "receiveAddress", "receiveAddress5"];
const refusal = (pointer: string, code = "x/y", message = "No.") =>
  fieldErrors({ status: 422, code, message, errors: [{ pointer, code }] }, "Fallback.", NAMES);

describe("a problem of the service", () => {
  test("finds its field by either operation's names", () => {
    expect(refusal("/amount")).toEqual({ sendAmount: "No." });
    expect(refusal("/toCurrency")).toEqual({ receiveCurrency: "No." });
    expect(refusal("/privacySettings/delayMinutes")).toEqual({ delayMinutes: "No." });
    expect(refusal("/receiveAddresses/4")).toEqual({ receiveAddress5: "No." });
    expect(refusal("/nothing")).toEqual({ form: "No." });
  });

  test("finds its field by its code where it points to none, and takes the form's own words where it has none", () => {
    expect(refusal("/nothing", "amount/min")).toEqual({ sendAmount: "No." });
    expect(refusal("/nothing", "address/checksum")).toEqual({ receiveAddress: "No." });
    expect(refusal("/nothing", "x/y", "")).toEqual({ form: "Fallback." });
  });
});

test("a change takes its own errors and the form's away, and no other", () => {
  const errors = { sendAmount: "Too little.", receiveAddress: "Wrong.", form: "No.", title: "Failed" };
  expect(withoutChanged(errors, ["sendAmount"])).toEqual({ receiveAddress: "Wrong." });
});
