import { defineOperation } from "../../http/operation";
import { NO_ADDRESS_PROBLEMS } from "../address/problems";
import { LIMITS } from "../limits";
import {
  simnetBalanceParams,
  simnetBalanceSchema,
  simnetDropBodySchema,
  simnetHeightSchema,
  simnetMineBodySchema,
  simnetPayBodySchema,
  simnetReorgBodySchema,
  simnetTransactionSchema,
} from "./schema";

const TX = "9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a99887766554433221100ffeeddccb";
const simnet = { tag: "simnet", security: "public", limits: [LIMITS.simnet] } as const;
const SIMNET_ALONE = "On simnet alone; elsewhere 404.";

export const simnetPay = defineOperation({
  ...simnet,
  method: "post",
  path: "/api/simnet/pay",
  operationId: "simnetPay",
  summary: "Pay from the faucet",
  description: SIMNET_ALONE,
  body: simnetPayBodySchema,
  bodyExample: {
    currency: "BTC",
    address: "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
    amount: "0.05",
  },
  answer: simnetTransactionSchema,
  answerDescription: "The transaction, in the mempool now.",
  answerExample: { txHash: TX },
  problems: [
    "route/unknown",
    "currency/unknown",
    "currency/paused",
    "amount/format",
    "amount/zero",
    "amount/precision",
    "amount/min",
    ...NO_ADDRESS_PROBLEMS,
  ],
});

export const simnetMine = defineOperation({
  ...simnet,
  method: "post",
  path: "/api/simnet/mine",
  operationId: "simnetMine",
  summary: "Mine blocks",
  description: SIMNET_ALONE,
  body: simnetMineBodySchema,
  bodyExample: { currency: "BTC", blocks: 2 },
  answer: simnetHeightSchema,
  answerDescription: "The new height.",
  answerExample: { currency: "BTC", height: 814 },
  problems: ["route/unknown", "currency/unknown", "currency/paused"],
});

export const simnetReorg = defineOperation({
  ...simnet,
  method: "post",
  path: "/api/simnet/reorg",
  operationId: "simnetReorg",
  summary: "Replace the last blocks by empty ones",
  description: `${SIMNET_ALONE} Their transactions go back to the mempool.`,
  body: simnetReorgBodySchema,
  bodyExample: { currency: "BTC", depth: 1 },
  answer: simnetHeightSchema,
  answerDescription: "The new height.",
  answerExample: { currency: "BTC", height: 814 },
  problems: ["route/unknown", "currency/unknown", "currency/paused"],
});

export const simnetDrop = defineOperation({
  ...simnet,
  method: "post",
  path: "/api/simnet/drop",
  operationId: "simnetDrop",
  summary: "Make an unconfirmed transaction vanish",
  description: `${SIMNET_ALONE} As if it had been replaced.`,
  body: simnetDropBodySchema,
  bodyExample: { txHash: TX },
  answer: simnetTransactionSchema,
  answerDescription: "The transaction that vanished.",
  answerExample: { txHash: TX },
  problems: ["route/unknown", "transaction/unknown"],
});

export const simnetBalance = defineOperation({
  ...simnet,
  method: "get",
  path: "/api/simnet/balance/{currency}/{address}",
  operationId: "simnetBalance",
  summary: "Read a balance",
  description: SIMNET_ALONE,
  params: simnetBalanceParams,
  paramsCode: "currency/unknown",
  answer: simnetBalanceSchema,
  answerDescription: "The confirmed balance; zero where nothing ever arrived.",
  answerExample: { currency: "BTC", address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", balance: "0.05" },
  problems: ["route/unknown"],
});
