import { defineOperation } from "../../http/operation";
import { LIMITS } from "../limits";
import {
  explorerQuery,
  simnetAddressParams,
  simnetAddressSchema,
  simnetBlockParams,
  simnetBlockSchema,
  simnetBlocksParams,
  simnetBlocksSchema,
  simnetChainsSchema,
  simnetTransactionPageSchema,
  simnetTransactionParams,
  TX,
} from "./explorer-schema";

const look = { method: "get", tag: "simnet", security: "public", limits: [LIMITS.explore] } as const;
const ON_SIMNET = "On simnet only; elsewhere 404. Shows what a public chain would show.";

const BLOCK = "4be2a8ac6b1f30d1a7f2f6fd0b9cb4b6fd7f4f6a3f1d2c3b4a59687786958473";
const ADDRESS = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
const AT = "2026-01-01T12:00:00.000Z";
const chain = { chain: "bitcoin", network: "Bitcoin" } as const;
const block = { ...chain, height: 812, hash: BLOCK, at: AT, confirmations: 3, transactions: 1 };
const placed = { ...chain, hash: TX, height: 812, at: AT, confirmations: 3, succeeded: true };
const half = { currency: "BTC", amount: "0.05" };

export const simnetChains = defineOperation({
  ...look,
  path: "/api/simnet/chains",
  operationId: "simnetChains",
  summary: "List the simulated chains",
  description: ON_SIMNET,
  answer: simnetChainsSchema,
  answerDescription: "The tip of each chain.",
  answerExample: { chains: [{ ...block, confirmations: 1, unconfirmed: 0 }] },
  problems: ["route/unknown"],
});

export const simnetBlocks = defineOperation({
  ...look,
  path: "/api/simnet/chains/{chain}/blocks",
  operationId: "simnetBlocks",
  summary: "List the blocks of a simulated chain",
  description: ON_SIMNET,
  params: simnetBlocksParams,
  paramsCode: "simnet/unknown",
  query: explorerQuery,
  answer: simnetBlocksSchema,
  answerDescription: "Blocks, newest first.",
  answerExample: { ...chain, items: [block], nextCursor: null },
  problems: ["route/unknown", "simnet/unknown"],
});

export const simnetBlock = defineOperation({
  ...look,
  path: "/api/simnet/block/{hash}",
  operationId: "simnetBlock",
  summary: "Read a simulated block",
  description: ON_SIMNET,
  params: simnetBlockParams,
  query: explorerQuery,
  answer: simnetBlockSchema,
  answerDescription: "The block, and its transactions in their order.",
  answerExample: { ...block, parentHash: BLOCK, items: [{ ...placed, amounts: [half] }], nextCursor: null },
  problems: ["route/unknown", "simnet/unknown"],
});

export const simnetTransaction = defineOperation({
  ...look,
  path: "/api/simnet/tx/{hash}",
  operationId: "simnetTransaction",
  summary: "Read a simulated transaction",
  description: ON_SIMNET,
  params: simnetTransactionParams,
  answer: simnetTransactionPageSchema,
  answerDescription: "The transaction, in a block or in the mempool.",
  answerExample: {
    ...placed,
    blockHash: BLOCK,
    fee: { currency: "BTC", amount: "0.0000041" },
    hidden: false,
    inputs: [{ address: ADDRESS, ...half, txHash: TX }],
    outputs: [{ address: ADDRESS, currency: "BTC", amount: "0.0499959", spentBy: null }],
  },
  problems: ["route/unknown", "simnet/unknown"],
});

export const simnetAddress = defineOperation({
  ...look,
  path: "/api/simnet/address/{address}",
  operationId: "simnetAddress",
  summary: "Read what a simulated address received and sent",
  description: ON_SIMNET,
  params: simnetAddressParams,
  query: explorerQuery,
  answer: simnetAddressSchema,
  answerDescription: "Its balances, and its transactions, newest first.",
  answerExample: {
    address: ADDRESS,
    networks: ["Bitcoin"],
    hidden: false,
    balances: [half],
    items: [{ ...placed, received: [half], sent: [] }],
    nextCursor: null,
  },
  problems: ["route/unknown", "simnet/unknown"],
});
