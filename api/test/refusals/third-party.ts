import { GOOD_ORDER, RECEIVE } from "../contract/world";
import type { Refusals, Row } from "./row";

const UNKNOWN: Row = [
  "an unknown order",
  "404 order/unknown",
  {},
  { params: { id: "AAAAAAAAAAAAAAAAAAAAAA" } },
];
const ONLY_AN_ORDER: Refusals = { rows: [UNKNOWN] };
const NO_CURRENCY: Row = ["an unknown currency", "404 currency/unknown", { currency: "NOPE" }];

/** What `/api/v1` refuses beside what its public operations do. */
export const V1_REFUSALS = {
  v1ReadExchange: ONLY_AN_ORDER,
  v1ReadPayment: ONLY_AN_ORDER,
  v1WatchExchange: ONLY_AN_ORDER,
  v1CancelExchange: ONLY_AN_ORDER,
  v1DeleteExchange: ONLY_AN_ORDER,
  v1DecideExchange: { body: { choice: "exchange" }, rows: [UNKNOWN] },
  v1SetRefundAddress: { body: { address: RECEIVE.BTC }, rows: [UNKNOWN] },
  v1CreateExchange: { body: GOOD_ORDER, rows: [["nothing sent", "400 amount/zero", { sendAmount: "0" }]] },
  v1CalculateExchange: {
    body: { fromCurrency: "BTC", toCurrency: "ETH", amount: "0.1" },
    rows: [["nothing sent", "400 amount/zero", { amount: "0" }]],
  },
  v1ValidateAddress: { body: { currency: "BTC", address: RECEIVE.BTC }, rows: [NO_CURRENCY] },
  v1ReadRate: {
    params: { from: "btc", to: "ETH" },
    rows: [["an unknown pair", "404 currency/unknown", {}, { params: { to: "NOPE" } }]],
  },
} satisfies Readonly<Record<string, Refusals>>;
