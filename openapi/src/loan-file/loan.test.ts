import { expect, test } from "vitest";
import type { components } from "../client";
import type { ValidLoan } from "./check";
import { differencesFrom, loanBody } from "./loan";

const LOAN: ValidLoan = {
  reference: "pay-1",
  currency: "BTC",
  amount: "0.5",
  exchangeRate: "60000",
  receiveAddress: null,
};

test("a body has the figures that the server expects, and an address only where the row has one", () => {
  const body = {
    reference: "pay-1",
    currency: "BTC",
    amount: "0.5",
    exchangeRate: "60000",
    usdtValue: "30000.00000000",
    feeAmount: "135.00000000",
    status: "pending",
  };
  expect(loanBody(LOAN, "0.45")).toEqual(body);
  expect(loanBody({ ...LOAN, receiveAddress: "bc1q" }, "0.45")).toEqual({ ...body, receiveAddress: "bc1q" });
});

test("an existing loan is the row's when its figures are equal, however they are written", () => {
  const existing = { ...LOAN, amount: "0.50", exchangeRate: "60000.0" } as components["schemas"]["Loan"];
  expect(differencesFrom(existing, LOAN)).toEqual([]);
  expect(differencesFrom({ ...existing, amount: "0.51" }, LOAN)).toEqual(["amount"]);
  expect(
    differencesFrom(existing, { ...LOAN, currency: "ETH", exchangeRate: "6", receiveAddress: "0x0" }),
  ).toEqual(["currency", "exchangeRate", "receiveAddress"]);
});
