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

test("a payment that will be refunded or asked about promises no amount", () => {
  const amounts = { basis: "arrived", current: null, firm: false, ordered: figures };
  expect(line({ amounts })).toBe("0.1 BTC → XMR");
});

test("an amount that is firm is exact, and any other is about what it brings", () => {
  const amounts = { basis: "arrived", current: figures, ordered: figures };
  expect(line({ amounts: { ...amounts, firm: true } })).toBe("0.1 BTC → 2 XMR");
  expect(line({ amounts: { ...amounts, firm: false } })).toBe("0.1 BTC → about 2 XMR");
});
