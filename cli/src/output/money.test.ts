import { expect, test } from "vitest";
import { sumOf, sumsByCurrency, usdt } from "./money";

test("a figure in USDT keeps two decimals, and more only where they say something", () => {
  expect(["30000.00000000", "135.50000000", "0.00450225", "7"].map(usdt)).toEqual([
    "30000.00 USDT",
    "135.50 USDT",
    "0.00450225 USDT",
    "7.00 USDT",
  ]);
});

test("sums are exact, and one for each currency", () => {
  expect(sumOf(["0.1", "0.2", "0.000000000000000001"])).toBe("0.300000000000000001");
  const amounts = [
    { amount: "0.5", currency: "BTC" },
    { amount: "1000.50", currency: "USDT-TRC20" },
    { amount: "0.25", currency: "BTC" },
  ];
  expect(sumsByCurrency(amounts)).toBe("0.75 BTC + 1000.5 USDT-TRC20");
});
