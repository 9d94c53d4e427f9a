import { expect, test } from "vitest";
import { formatDecimal, formatRate, parseAmount, quickAmounts } from "./decimals";

test("an amount is read by the marks of its language", () => {
  expect(parseAmount("0,05", "fr")).toBe("0.05");
  expect(parseAmount("0,05", "en")).toBe("0.05");
  expect(parseAmount("1,234", "en")).toBe("1234");
  expect(parseAmount("1,234", "es")).toBe("1.234");
  expect(parseAmount("1.234,5", "es")).toBe("1234.5");
  expect(parseAmount("1\u202f234,5", "fr")).toBe("1234.5");
  expect(parseAmount("０．０５", "ja")).toBe("0.05");
  expect(parseAmount("0.0500", "en")).toBe("0.05");
});

test("what is no amount is not read as one", () => {
  for (const text of ["", "-1", "1e5", "0x10", "1.2.3,4", ".", "1,23,", "NaN", "9".repeat(61)]) {
    expect(parseAmount(text, "en"), text).toBeUndefined();
  }
});

test("figures are written in the language's marks, cut and never rounded up", () => {
  expect(formatDecimal("1234567.891", "en")).toBe("1,234,567.891");
  expect(formatDecimal("1234567.891", "fr")).toBe("1\u202f234\u202f567,891");
  expect(formatDecimal("0.999999999", "en", 6)).toBe("0.999999");
  expect(formatRate("0.0000123456789", "en")).toBe("0.0000123456");
});

test("quick amounts are round and within the limits", () => {
  expect(quickAmounts({ min: "0.001", max: "4.1" })).toEqual(["0.001", "0.005", "0.02", "0.1"]);
  expect(quickAmounts({ min: "10", max: "60" })).toEqual(["10", "50"]);
  expect(quickAmounts({ min: "0.0013", max: "1" })).toEqual(["0.002", "0.01", "0.05", "0.2"]);
  expect(quickAmounts({ min: "3", max: "4" })).toEqual([]);
});
