import { z } from "@hono/zod-openapi";
import { defineOperation } from "../../http/operation";
import { invariantSchema, overviewSchema, trialBalanceSchema, walletSchema } from "./schema";
import { ofViewers } from "./viewer-operations";

const books = { ...ofViewers, method: "get" } as const;

export const readOverview = defineOperation({
  ...ofViewers,
  method: "get",
  path: "/api/admin/overview",
  operationId: "readOverview",
  summary: "How the service is",
  answer: overviewSchema,
  answerDescription: "Reserves, chains, rates, orders, the books and the switches.",
  answerExample: {
    at: "2026-01-01T12:00:00.000Z",
    reserves: [{ currency: "BTC", balance: "166.6", unswept: "0.3", owed: "0.5", available: "166.1" }],
    chains: [{ chain: "bitcoin", status: "ok", height: 812, lagSeconds: 2 }],
    rates: { source: "simulated", updatedAt: "2026-01-01T11:59:59.000Z", paused: [] },
    orders: [{ state: "waiting", count: 3 }],
    completion: { median: 380, p95: 1500 },
    daily: [{ day: "2026-01-01", completed: 41, refunded: 2, failed: 0 }],
    failures: [{ reason: "listed", count: 1 }],
    loans: [{ status: "pending", count: 2 }],
    invariants: { checked: 18, checkedAt: "2026-01-01T12:00:00.000Z", violated: [] },
    stuck: {
      count: 1,
      first: [
        {
          kind: "order",
          name: "482915037",
          awaits: "work",
          since: "2026-01-01T12:00:00.000Z",
          detail: "rate_unavailable",
        },
      ],
    },
    trialBalance: { balanced: true, unbalanced: [] },
    comparisons: [
      {
        currency: "ETH",
        at: "2026-01-01T12:00:00.000Z",
        compared: 1200,
        addresses: 1200,
        difference: "0",
        unexplained: "0",
        frozen: false,
        booking: null,
      },
    ],
    unplannedSpends: [],
    recoveries: [],
    switches: [{ name: "payouts", paused: false, reason: null, since: null }],
    loginFailures: [{ hour: "2026-01-01T12:00:00.000Z", count: 3 }],
  },
});

export const listInvariants = defineOperation({
  ...books,
  path: "/api/admin/invariants",
  operationId: "listInvariants",
  summary: "Run the invariants of the books",
  answer: z.array(invariantSchema),
  description:
    "Checks the whole books, which takes minutes where a million orders are kept: those who ask are answered if it ends within two.",
  answerDescription: "Violations per invariant; zero when it holds.",
  answerExample: [{ id: 1, name: "a transaction balances per asset", violations: 0 }],
});

export const readTrialBalance = defineOperation({
  ...books,
  path: "/api/admin/trial-balance",
  operationId: "readTrialBalance",
  summary: "The trial balance",
  answer: z.array(trialBalanceSchema),
  answerDescription: "Sums per account and asset.",
  answerExample: [
    {
      asset: "BTC",
      sum: "0",
      accounts: [
        { account: "chain:BTC", balance: "166.6" },
        { account: "float:BTC", balance: "-166.6" },
      ],
    },
  ],
});

export const listWallets = defineOperation({
  ...books,
  path: "/api/admin/wallets",
  operationId: "listWallets",
  summary: "The hot wallets",
  answer: z.array(walletSchema),
  answerDescription: "One a currency.",
  answerExample: [
    {
      currency: "BTC",
      address: "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
      balance: "166.6",
      owed: "0.5",
      available: "166.1",
    },
  ],
});
