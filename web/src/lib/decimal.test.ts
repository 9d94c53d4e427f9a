import { describe, expect, test } from "vitest";
import {
  addDecimals,
  alignedDecimal,
  changeBasisPoints,
  compareDecimals,
  cutDecimals,
  formatDecimal,
  formatPercent,
  formatRate,
  invertRate,
  parseAmount,
  subtractDecimals,
} from "./decimal";

describe("parseAmount reads what people paste", () => {
  test.each([
    ["1", "en", "1"],
    [" 1 234.5 ", "en", "1234.5"],
    ["1,234.50", "en", "1234.5"],
    ["1,234", "en", "1234"],
    ["0,5", "en", "0.5"],
    ["0,125", "en", "0.125"],
    ["1,2345", "en", "1.2345"],
    ["1.234,5", "es", "1234.5"],
    ["1,234", "fr", "1.234"],
    ["1\u202f234,5", "fr", "1234.5"],
    ["1,234,567", "en", "1234567"],
    ["１２．５", "ja", "12.5"],
    [".5", "en", "0.5"],
    ["007.10", "en", "7.1"],
    ["1'000", "en", "1000"],
    ["12,34,567.8", "en", "1234567.8"],
  ] as const)("%s in %s is %s", (text, language, value) => {
    expect(parseAmount(text, language)).toBe(value);
  });
  test.each([
    "",
    "abc",
    "-1",
    "1e5",
    "0x10",
    "1.2.3,4,5,",
    "1,2,3",
    "1,234.567,8",
    ".",
    "1".repeat(30),
    "0.1234567890123456789",
  ])("%s is no amount", (text) => {
    expect(parseAmount(text, "en")).toBeNull();
  });
});

test("sums and differences are exact", () => {
  expect(addDecimals("0.1", "0.2")).toBe("0.3");
  expect(addDecimals("999999999999999999.999999999999999999", "0.000000000000000001")).toBe(
    "1000000000000000000",
  );
  expect(subtractDecimals("0.1", "0.00045")).toBe("0.09955");
  expect(subtractDecimals("1", "2")).toBe("0");
  expect(compareDecimals("0.10", "0.1")).toBe(0);
  expect(compareDecimals("2", "10")).toBeLessThan(0);
});

test("figures are cut, never rounded up, and bear the language's marks", () => {
  expect(formatDecimal("1234567.8999999", "en", 6)).toBe("1,234,567.899999");
  expect(formatDecimal("1234.5", "fr")).toBe("1\u202f234,5");
  expect(formatDecimal("0.00000001", "en", 6)).toBe("0");
  expect(formatRate("60000.123456789", "en")).toBe("60,000.123456");
  expect(formatRate("0.0000166612345678", "en")).toBe("0.0000166612");
  expect(invertRate("60000")).toBe("0.000016666666");
  expect(invertRate("0")).toBeNull();
});

test("cutting never rounds up", () => {
  expect(cutDecimals("1.99999999999", 8)).toBe("1.99999999");
  expect(cutDecimals("0.000000001", 8)).toBe("0");
  expect(cutDecimals("12.500", 8)).toBe("12.5");
  expect(cutDecimals("7", 8)).toBe("7");
});

test("a change is exact to a hundredth of a percent", () => {
  expect(changeBasisPoints("60000", "60600")).toBe(100);
  expect(changeBasisPoints("60000", "58782")).toBe(-203);
  expect(changeBasisPoints("0.00001666", "0.00001666")).toBe(0);
  expect(changeBasisPoints("0", "1")).toBeNull();
});

test.each([
  ["2987.68", 6, "en", "2,987.680000"],
  ["3000", 2, "fr", "3\u202f000,00"],
  ["0.217682", 2, "en", "0.217682"],
  ["12", 0, "en", "12"],
] as const)("%s with %d decimals in %s", (value, decimals, language, text) => {
  expect(alignedDecimal(value, decimals, language)).toBe(text);
});

test("a percentage has its sign as the language writes it: French a narrow space, Spanish a usual one", () => {
  const written = (["en", "es", "fr", "ja", "zh-cn", "zh-tw"] as const).map((language) =>
    formatPercent("0.4567", language, 2),
  );
  expect(written).toEqual(["0.45%", "0,45\u00a0%", "0,45\u202f%", "0.45%", "0.45%", "0.45%"]);
});
