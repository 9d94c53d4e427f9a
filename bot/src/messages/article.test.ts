import { expect, test } from "vitest";
import { withArticle } from "./article";

test.each([
  ["BTC", "a BTC"],
  ["ETH", "an ETH"],
  ["XMR", "an XMR"],
  ["LTC", "an LTC"],
  ["SOL", "a SOL"],
  ["USDT TRC20", "a USDT TRC20"],
  ["ADA", "an ADA"],
])("%s is %s", (coin, said) => {
  expect(withArticle(coin)).toBe(said);
});
