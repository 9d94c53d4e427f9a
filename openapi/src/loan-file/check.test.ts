import { describe, expect, test } from "vitest";
import { checkLoanRows } from "./check";
import type { LoanRow } from "./read";

const DECIMALS = new Map([
  ["BTC", 8],
  ["ETH", 18],
  ["USDT-TRC20", 6],
  ["LTC", 8],
]);
const row = (changes: Partial<LoanRow> = {}): LoanRow => ({
  line: 2,
  reference: "r",
  currency: "BTC",
  amount: "1",
  exchangeRate: "1",
  receiveAddress: "",
  id: "",
  ...changes,
});

/** What is found in one row. */
function check(changes: Partial<LoanRow>) {
  const [found] = checkLoanRows([row(changes)], DECIMALS);
  return found?.checked;
}

describe("checking a row of loans", () => {
  test("gives a loan by its canonical currency, without an address where the cell is empty", () => {
    const loan = { reference: "r", currency: "BTC", amount: "1", exchangeRate: "1" };
    expect(check({})).toEqual({ ok: true, value: { ...loan, receiveAddress: null } });
    expect(check({ receiveAddress: "bc1q" })).toEqual({
      ok: true,
      value: { ...loan, receiveAddress: "bc1q" },
    });
  });

  test.each([
    ["btc", "BTC"],
    ["xbt", "BTC"],
    ["eth", "ETH"],
    ["USDT", "USDT-TRC20"],
    ["USDTTRC", "USDT-TRC20"],
    ["usdt_trc20", "USDT-TRC20"],
    ["USDT TRC20", "USDT-TRC20"],
  ])("takes %s for %s", (currency, code) => {
    expect(check({ currency })).toMatchObject({ value: { currency: code } });
  });

  test.each<[Partial<LoanRow>, object]>([
    [{ reference: "" }, { code: "reference_missing" }],
    [{ reference: "", id: "7" }, { code: "export_without_reference" }],
    [{ reference: "a b" }, { code: "reference_format" }],
    [{ reference: "x".repeat(101) }, { code: "reference_format" }],
    [{ reference: "ü" }, { code: "reference_format" }],
    [{ currency: "XMR" }, { code: "currency_unknown" }],
    [{ currency: "constructor" }, { code: "currency_unknown" }],
    [{ currency: "ltc" }, { code: "currency_not_lent" }],
    [{ amount: "" }, { code: "decimal_format", column: "amount" }],
    [{ amount: "-1" }, { code: "decimal_format", column: "amount" }],
    [{ amount: "1e5" }, { code: "decimal_format", column: "amount" }],
    [{ amount: "0,5" }, { code: "decimal_format", column: "amount" }],
    [{ amount: "0.0" }, { code: "decimal_zero", column: "amount" }],
    [{ amount: "0.123456789" }, { code: "decimal_precision", column: "amount", decimalsMax: 8 }],
    [
      { currency: "USDTTRC", amount: "0.1234567" },
      { code: "decimal_precision", column: "amount", decimalsMax: 6 },
    ],
    [{ exchangeRate: "" }, { code: "decimal_format", column: "exchangeRate" }],
    [{ exchangeRate: "0" }, { code: "decimal_zero", column: "exchangeRate" }],
    [{ exchangeRate: "0.123456789" }, { code: "decimal_precision", column: "exchangeRate", decimalsMax: 8 }],
    [{ amount: "999999999999999999", exchangeRate: "10" }, { code: "value_too_large" }],
    [{ receiveAddress: "bc1 q" }, { code: "address_spaces" }],
    [{ receiveAddress: "x".repeat(301) }, { code: "address_length", lengthMax: 300 }],
  ])("finds what is wrong with %j", (changes, problem) => {
    expect(check(changes)).toEqual({ ok: false, error: [problem] });
  });
});

describe("checking rows of loans together", () => {
  test("a currency that the service does not have is unknown, and the amount's decimals are not counted", () => {
    const [found] = checkLoanRows([row({ amount: "0.123456789" })], new Map());
    expect(found?.checked).toEqual({ ok: false, error: [{ code: "currency_unknown" }] });
  });

  test("finds all problems of a row, in the order of the columns", () => {
    const found = check({
      reference: "",
      currency: "XMR",
      amount: "0",
      exchangeRate: "x",
      receiveAddress: "b c",
    });
    expect(found?.ok === false && found.error.map(({ code }) => code)).toEqual([
      "reference_missing",
      "currency_unknown",
      "decimal_zero",
      "decimal_format",
      "address_spaces",
    ]);
  });

  test("a reference may be in the file once; rows without one do not repeat each other", () => {
    const references = ["r", "s", "r", "", "", "r"];
    const found = checkLoanRows(
      references.map((reference, at) => row({ reference, line: at + 2 })),
      DECIMALS,
    );
    expect(found.map(({ checked }) => (checked.ok ? null : checked.error))).toEqual([
      null,
      null,
      [{ code: "reference_repeated", earlierLine: 2 }],
      [{ code: "reference_missing" }],
      [{ code: "reference_missing" }],
      [{ code: "reference_repeated", earlierLine: 2 }],
    ]);
  });
});
