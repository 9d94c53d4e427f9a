import { expect, test } from "vitest";
import { totalsOf } from "./sums";

test("amounts are added up by currency, exactly, and nothing is left out but nothing", () => {
  expect(
    totalsOf([
      { amount: "0.1", currency: "BTC" },
      { amount: "3333.333333333333333333", currency: "ETH" },
      { amount: "0.2", currency: "BTC" },
      { amount: "0", currency: "XMR" },
      { amount: "0.000000000000000001", currency: "ETH" },
    ]),
  ).toEqual([
    { amount: "0.3", currency: "BTC" },
    { amount: "3333.333333333333333334", currency: "ETH" },
  ]);
});
