import { expect, test } from "vitest";
import { qrImage } from "./qr-image";

const sideOf = (svg: string) => Number(/ width="(\d+)"/.exec(svg)?.[1]);
const modulesOf = (svg: string) => Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);

test.each([
  ["a bare address", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"],
  [
    "a Bitcoin payment",
    `bitcoin:${"bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr"}?amount=0.05`,
  ],
  [
    "a token's payment",
    `ethereum:0xdac17f958d2ee523a2206206994597c13d831ec7@1/transfer?address=0x${"a".repeat(40)}&uint256=500000000`,
  ],
])("%s has modules of whole pixels and fits the tile", (_name, text) => {
  const svg = qrImage(text);
  expect(sideOf(svg) % modulesOf(svg)).toBe(0);
  expect(sideOf(svg)).toBeLessThanOrEqual(232);
  expect(sideOf(svg)).toBeGreaterThan(160);
});

test("keeps four modules of white around the code", () => {
  const svg = qrImage("TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH");
  // The finder pattern's outer row begins at the fourth module, and nothing is dark before it.
  expect(svg).toContain("M4 4");
  expect(svg).not.toMatch(/M[0-3] /);
});
