import { expect, test } from "vitest";
import { loanFigures } from "./loan-figures";

const FEE_PERCENT = "0.45";

test("value and fee have 8 decimals, the value floored and the fee rounded up", () => {
  expect(loanFigures({ amount: "0.5", exchangeRate: "60000", feePercent: FEE_PERCENT })).toEqual({
    usdtValue: "30000.00000000",
    feeAmount: "135.00000000",
  });
  // 0.00000001 × 1.5 = 0.000000015 → 0.00000001; 0.45 % of it is a part of the 8th decimal.
  expect(loanFigures({ amount: "0.00000001", exchangeRate: "1.5", feePercent: FEE_PERCENT })).toEqual({
    usdtValue: "0.00000001",
    feeAmount: "0.00000001",
  });
});

test("no digit is lost where a number would lose it", () => {
  expect(
    loanFigures({ amount: "123456789.12345678", exchangeRate: "98765.4321", feePercent: FEE_PERCENT }),
  ).toEqual({
    usdtValue: "12193263123456.78912237",
    feeAmount: "54869684055.55555106",
  });
});

test("nothing costs nothing", () => {
  expect(loanFigures({ amount: "0", exchangeRate: "60000", feePercent: FEE_PERCENT })).toEqual({
    usdtValue: "0.00000000",
    feeAmount: "0.00000000",
  });
});
