import { z } from "@hono/zod-openapi";
import { defineOperation } from "../../http/operation";
import { currencyInput } from "../../http/wire";
import { LIMITS } from "../limits";
import { withMediaType } from "./contract-parts";
import {
  calculateBodySchema,
  calculationSchema,
  currencySchema,
  dayPricesSchema,
  feesSchema,
  historyQuerySchema,
  pairRateSchema,
  rateHistorySchema,
  rateSchema,
  reserveSchema,
} from "./schema";

const AT = "2026-01-01T12:00:00.000Z";

export const listCurrencies = defineOperation({
  method: "get",
  path: "/api/currencies",
  operationId: "listCurrencies",
  summary: "List the currencies",
  tag: "rates",
  answer: z.array(currencySchema),
  answerDescription: "Every currency, paused ones too.",
  answerExample: [
    {
      id: "USDT-TRC20",
      symbol: "USDT",
      name: "Tether USD",
      network: "TRC20",
      networkDisplayName: "TRON (TRC20)",
      decimals: 6,
      minAmount: "10",
      maxAmount: "250000",
      isActive: true,
      confirmations: 2,
      icon: "usdt",
      color: "#26a17b",
      description: "Tether USD on TRON (TRC20)",
      depositAddressTypes: [],
      memoRequired: false,
    },
  ],
  problems: [],
  security: "public",
  limits: [LIMITS.read],
  cached: true,
});

export const listRates = defineOperation({
  method: "get",
  path: "/api/exchange-rates",
  operationId: "listRates",
  summary: "List the rates of all active pairs",
  tag: "rates",
  answer: z.array(rateSchema),
  answerDescription: "One rate a pair.",
  answerExample: [{ from: "BTC", to: "USDT-TRC20", rate: "60000", updatedAt: AT }],
  problems: [],
  security: "public",
  limits: [LIMITS.read],
  cached: true,
});

const pairParams = z.object({
  from: currencyInput("BTC").openapi({ param: { name: "from", in: "path" } }),
  to: currencyInput("USDT-TRC20").openapi({ param: { name: "to", in: "path" } }),
});

export const readRate = defineOperation({
  method: "get",
  path: "/api/exchange-rate/{from}/{to}",
  operationId: "readRate",
  summary: "Read the rate of a pair",
  description: "The same currency twice returns 1.",
  tag: "rates",
  params: pairParams,
  paramsCode: "currency/unknown",
  answer: pairRateSchema,
  answerDescription: "Rate, limits and network fee.",
  answerExample: {
    from: "BTC",
    to: "USDT-TRC20",
    rate: "60000",
    minAmount: "0.001",
    maxAmount: "4.1",
    networkFee: "0.8",
    updatedAt: AT,
  },
  problems: ["currency/paused", "pair/paused", "rate/unavailable"],
  security: "public",
  limits: [LIMITS.read],
});

export const readRateHistory = defineOperation({
  method: "get",
  path: "/api/rates/{from}/{to}/history",
  operationId: "readRateHistory",
  summary: "Read the past rates of a pair",
  description: "The same currency twice was always 1; a currency without kept prices has no points.",
  tag: "rates",
  params: pairParams,
  paramsCode: "currency/unknown",
  answer: rateHistorySchema,
  answerDescription: "At most 96 points.",
  answerExample: {
    from: "BTC",
    to: "USDT-TRC20",
    range: "24h",
    points: [
      { at: "2026-01-01T11:44:00.000Z", rate: "59940.5" },
      { at: AT, rate: "60000" },
    ],
  },
  problems: ["request/invalid"],
  security: "public",
  limits: [LIMITS.read],
  query: historyQuerySchema,
});

export const listDayPrices = defineOperation({
  method: "get",
  path: "/api/prices/day",
  operationId: "listDayPrices",
  summary: "List the prices of the last 24 hours",
  description: "Read again once a minute. A day begins where the past rates of 24 hours begin.",
  tag: "rates",
  answer: z.array(dayPricesSchema),
  answerDescription: "Hourly prices of every currency that has any, paused ones too.",
  answerExample: [
    {
      currency: "BTC",
      points: [
        { at: "2025-12-31T12:00:00.000Z", price: "59940.5" },
        { at: AT, price: "60000" },
      ],
    },
  ],
  problems: [],
  security: "public",
  limits: [LIMITS.read],
  cached: true,
});

export const exportRates = withMediaType(
  defineOperation({
    method: "get",
    path: "/api/rates.xml",
    operationId: "exportRates",
    summary: "Export the rates for aggregators",
    description:
      "An `item` a direction with the elements from, to, in, out, amount, minamount, maxamount, tofee, as rate monitors read them: for `in` of `from` a customer gets `out` of `to`, the service fee deducted; `tofee` is the network fee, deducted once in `to`; `amount` is what can be paid out; the limits are in `from`. Directions that take no amount at the moment are left out.",
    tag: "rates",
    answer: z.string(),
    answerDescription: "An XML document.",
    answerExample:
      '<?xml version="1.0" encoding="UTF-8"?>\n<rates>\n<item><from>BTC</from><to>USDT-TRC20</to><in>1</in><out>59730</out><amount>9999000</amount><minamount>0.001</minamount><maxamount>4.1</maxamount><tofee>0.8</tofee></item>\n</rates>\n',
    problems: [],
    security: "public",
    limits: [LIMITS.read],
    cached: true,
  }),
  "application/xml",
);

export const calculateExchange = defineOperation({
  method: "post",
  path: "/api/calculate",
  operationId: "calculateExchange",
  summary: "Calculate an exchange",
  description: "By the sent or the received amount; a fixed rate comes with a single-use quote.",
  tag: "rates",
  body: calculateBodySchema,
  bodyExample: { fromCurrency: "BTC", toCurrency: "USDT-TRC20", amount: "0.05" },
  answer: calculationSchema,
  answerDescription: "Every figure of the exchange.",
  answerExample: {
    sendAmount: "0.05",
    netReceiveAmount: "2985.7",
    exchangeRate: "60000",
    fee: "0.000225",
    feeRate: "0.45",
    networkFee: "0.8",
    minAmount: "0.001",
    maxAmount: "4.1",
    estimatedTime: 1500,
    quoteId: null,
    expiresAt: null,
  },
  problems: [
    "currency/unknown",
    "currency/paused",
    "pair/paused",
    "pair/same",
    "amount/format",
    "amount/zero",
    "amount/precision",
    "amount/min",
    "amount/max",
    "reserve/insufficient",
    "privacy/unavailable",
    "mixer/rounds",
    "mixer/delay",
    "mixer/level",
    "mixer/tor-unavailable",
    "mixer/fixed",
    "rate/unavailable",
  ],
  security: "public",
  limits: [LIMITS.calculate],
});

export const readFees = defineOperation({
  method: "get",
  path: "/api/fees",
  operationId: "readFees",
  summary: "Read the fee schedule",
  tag: "rates",
  answer: feesSchema,
  answerDescription: "Percentages as decimal strings.",
  answerExample: {
    exchange: "0.45",
    fixedRateSurcharge: "0.5",
    homeMixer: "0.25",
    mixer: {
      base: "0.45",
      round: "0.5",
      roundsMax: 10,
      delay: "1",
      delayFreeMinutes: 30,
      delayMinutesMax: 120,
      maximumPrivacy: "2",
      min: "0.95",
      max: "8.45",
    },
    loan: "0.45",
    networkFee: "at-cost",
  },
  problems: [],
  security: "public",
  limits: [LIMITS.read],
  cached: true,
});

export const listReserves = defineOperation({
  method: "get",
  path: "/api/reserves",
  operationId: "listReserves",
  summary: "List what can be paid out",
  tag: "rates",
  answer: z.array(reserveSchema),
  answerDescription: "Available coins per currency.",
  answerExample: [{ currency: "BTC", available: "166.6", availablePercent: 86 }],
  problems: [],
  security: "public",
  limits: [LIMITS.read],
  cached: true,
});
