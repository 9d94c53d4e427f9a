import { expect } from "vitest";
import type { operations } from "../../../openapi/src/client";
import { PROBLEM_CODES } from "../../src/core/errors";
import type { Params } from "./calls";
import { LISTED, RECEIVE } from "./world";

type Row = readonly [operationId: keyof operations, expected: object, params?: Params, body?: object];

const past = (from: string, to: string, range: string): Params => ({ from, to, range });
const TRADE = { fromCurrency: "LTC", toCurrency: "ETH", amount: "10" };
const ORDER_PAIR = { sendCurrency: "LTC", receiveCurrency: "ETH" };
const RECEIVED = { ...ORDER_PAIR, receiveAmount: "0.2" };
const MIX = { fromCurrency: "BTC", toCurrency: "BTC", amount: "0.7314" };
const HOME = {
  privacyScore: 420,
  scoreLabel: "very_high",
  totalFeeRate: "0.25",
  fee: "0.0018285",
  feeBreakdown: { base: "0.0018285", mixing: "0", delay: "0", maxPrivacy: "0" },
  exchangeRate: "1",
  poolSufficient: true,
  torAvailable: false,
  observer: { bestGuess: "1", candidateSet: 1, candidatesWanted: 20, shortfall: 19, operatorCanLink: true },
};
const page = {
  totalFeeRate: "8.45",
  feeRates: { base: "0.45", mixing: "5", delay: "1", maxPrivacy: "2" },
  feeBreakdown: { base: "0.0032913", mixing: "0.03657", delay: "0.007314", maxPrivacy: "0.014628" },
  fee: "0.0618033",
  netReceiveAmount: expect.stringMatching(/^\d+\.\d{1,8}$/),
};
const MAXIMUM = { mixingRounds: 10, delayMinutes: 120, privacyLevel: "maximum" };

/** Answers that hang on nothing that happened before: for each what it has to carry, at least. */
export const ANSWERS: readonly Row[] = [
  ["readHealth", { network: "simnet", problems: [] }],
  ["readLiveness", { status: "live" }],
  ["readReadiness", { status: "ready" }],
  ["listRates", { length: 18 * 17 }],
  ["listReserves", { length: 18, 0: { currency: "BTC", availablePercent: expect.any(Number) } }],
  ["listDayPrices", { length: 20, 0: { currency: "BTC", points: { 23: { price: expect.any(String) } } } }],
  ["listProblems", { length: PROBLEM_CODES.length }],
  ["listProblems", [{ code: "amount/min", status: 422, v1Status: 400 }], { code: "amount/min" }],
  ["readFees", { exchange: "0.45" }],
  ["readRate", { to: "USDT-TRC20" }, { from: "BTC", to: "usdt_trc20" }],
  ["readRate", { rate: "1" }, { from: "BTC", to: "BTC" }],
  ["readRateHistory", { range: "24h" }, { from: "BTC", to: "ETH" }],
  ["readRateHistory", { points: { 0: { rate: "1" } } }, { from: "BTC", to: "BTC" }],
  ["readRateHistory", { points: { 0: { rate: expect.any(String) } } }, { from: "ADA", to: "BTC" }],
  ...["24h", "7d", "30d"].map(
    (range): Row => [
      "readRateHistory",
      { from: "BTC", to: "USDT-TRC20", range },
      past("BTC", "usdt_trc20", range),
    ],
  ),
  ["calculateExchange", { quoteId: null }, {}, TRADE],
  ["calculateExchange", { quoteId: expect.any(String) }, {}, { ...TRADE, orderType: "fixed" }],
  ["calculateExchange", { sendAmount: "10" }, {}, { ...ORDER_PAIR, sendAmount: "10" }],
  ["calculateExchange", { netReceiveAmount: expect.stringMatching(/^0\.2/) }, {}, RECEIVED],
  ["calculatePrivacy", HOME, {}, { ...MIX, privacySettings: { preset: "maximum" } }],
  ["calculatePrivacy", page, {}, { ...MIX, toCurrency: "ETH", privacySettings: MAXIMUM }],
  ["createPrivacySession", { sessionId: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/) }],
  [
    "validateAddress",
    { normalized: RECEIVE.ETH },
    {},
    { currency: "ETH", address: RECEIVE.ETH.toLowerCase() },
  ],
  ["validateAddress", { valid: false }, {}, { currency: "BTC", address: RECEIVE.ETH }],
  ["checkScreening", { result: "clear" }, {}, { currency: "BTC", address: RECEIVE.BTC }],
  [
    "checkScreening",
    { result: "listed", listDate: "2026-01-01" },
    {},
    { currency: "BTC", address: LISTED.BTC },
  ],
];
