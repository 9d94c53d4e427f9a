import { expect, test } from "vitest";
import { currencies } from "../testing/fake-market";
import { searchCurrencies } from "./currency-search";

const found = (query: string) =>
  searchCurrencies(currencies, query).map((group) => group.currencies.map(({ id }) => id));

test("without a query, the active ones are listed, each once, popular ones first", () => {
  const [popular = [], others = []] = found("");
  expect(popular.slice(0, 3)).toEqual(["BTC", "ETH", "USDT-TRC20"]);
  const active = currencies.filter(({ isActive }) => isActive);
  expect([...popular, ...others].sort()).toEqual(active.map(({ id }) => id).sort());
});

test("a paused currency is found by its name", () => {
  expect(found("dash")[0]).toEqual(["DASH"]);
});

test.each([
  ["usdt", ["USDT-TRC20", "USDT-ERC20"]],
  ["tether erc", ["USDT-ERC20"]],
  ["USDT_TRC20", ["USDT-TRC20"]],
  ["solana", ["SOL", "USDC-SOL"]],
  ["b", ["BTC", "BCH", "BNB"]],
  ["nothing of the kind", []],
])("%s finds by symbol, name and network", (query, ids) => {
  expect([...(found(query)[0] ?? [])].sort()).toEqual([...ids].sort());
});

test("a symbol that begins with the query comes before a network that does", () => {
  expect(found("sol")[0]).toEqual(["SOL", "USDC-SOL"]);
});
