import type { Order } from "@sotto/openapi";
import { expect, test } from "vitest";
import { TEXTS } from "../messages/texts";
import { pairLine } from "./amounts";

const figures = {
  sendAmount: "0.1",
  sendCurrency: "BTC",
  receiveAmount: "2",
  receiveCurrency: "XMR",
};
const shown = { locale: { language: "en", texts: TEXTS.en } as never, currencies: [] };
const line = (order: object): string => pairLine(order as Order, shown);

test("the amount of a fixed order is exact, and that of an offer for it is about what it brings", () => {
  const order = {
    orderType: "fixed",
    choices: [],
    amounts: { basis: "arrived", current: figures, ordered: figures },
  };
  expect(line(order)).toBe("0.1 BTC → 2 XMR");
  expect(line({ ...order, choices: [{ choice: "exchange" }] })).toBe("0.1 BTC → about 2 XMR");
});
