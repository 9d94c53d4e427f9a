import { expect, test } from "vitest";
import { costsInReceived, multiplyDecimals } from "../../lib/cost-figures";
import { addDecimals, cutDecimals, subtractDecimals } from "../../lib/decimal";
import { MIX_CALCULATION } from "../../testing/fake-api";
import { feePartsInReceived } from "./fee-parts";

test("the parts add up to the fee in the received currency, to its last decimal", () => {
  for (const exchangeRate of ["60000", "0.33333333333", "17.123456789"]) {
    const calculation = { ...MIX_CALCULATION, exchangeRate, networkFee: "0.01" };
    const left = cutDecimals(
      multiplyDecimals(subtractDecimals("0.7314", MIX_CALCULATION.fee), exchangeRate),
      6,
    );
    const netReceiveAmount = subtractDecimals(left, "0.01");
    const { fee } = costsInReceived({ ...calculation, sendAmount: "0.7314", netReceiveAmount }, 6);
    expect(fee).not.toBe("0");
    const parts = feePartsInReceived(calculation, { fee, decimals: 6 });
    expect(Object.values(parts).reduce(addDecimals)).toBe(fee);
  }
});

test("a part is what it comes to at the rate", () => {
  const parts = feePartsInReceived(MIX_CALCULATION, { fee: "855.738", decimals: 6 });
  expect(parts).toEqual({ base: "197.478", mixing: "658.26", delay: "0", maxPrivacy: "0" });
});
