import { expect, test } from "vitest";
import { isTokenContract } from "./contracts";

const USDT = "0xdAC17F958D2ee523a2206206994597C13D831ec7";

test("an issuer's contract is known in any case, on its own chain only", () => {
  expect(isTokenContract("ethereum", USDT)).toBe(true);
  expect(isTokenContract("ethereum", USDT.toLowerCase())).toBe(true);
  expect(isTokenContract("bsc", USDT)).toBe(false);
  expect(isTokenContract("tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")).toBe(true);
  expect(isTokenContract("bitcoin", USDT)).toBe(false);
});

test("so is a contract of this installation", () => {
  const own = "0x00000000000000000000000000000000000000aA";
  expect(isTokenContract("ethereum", own)).toBe(false);
  expect(isTokenContract("ethereum", own.toLowerCase(), [own])).toBe(true);
});
