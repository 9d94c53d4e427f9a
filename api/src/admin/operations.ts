import { z } from "@hono/zod-openapi";
import { defineOperation } from "../http/operation";
import { reasonBody } from "../http/wire";
import {
  chainParams,
  chainResumedSchema,
  invariantSchema,
  loginBodySchema,
  sessionSchema,
  trialBalanceSchema,
  validSchema,
  walletSchema,
} from "./schema";

export const adminLogin = defineOperation({
  method: "post",
  path: "/api/admin/login",
  operationId: "adminLogin",
  summary: "Log in",
  description: "Every failure answers the identical 401.",
  tag: "admin",
  body: loginBodySchema,
  bodyExample: { username: "admin", password: "correct horse battery staple" },
  answer: sessionSchema,
  answerDescription: "A token, shown once.",
  answerExample: {
    success: true,
    token: "q3hN0m0c1Ww3m2K7T8r7n3v2bQ9w0x1y2z3A4b5C6d8",
    expiresAt: "2026-01-01T20:00:00.000Z",
  },
  problems: ["auth/failed"],
  security: "public",
  limits: ["login"],
});

const session = {
  method: "post",
  tag: "admin",
  answer: validSchema,
  problems: [],
  security: "bearer",
  limits: ["admin"],
} as const;

export const adminVerify = defineOperation({
  ...session,
  path: "/api/admin/verify",
  operationId: "adminVerify",
  summary: "Whether a token is still valid",
  answerDescription: "It is; an invalid one answers 401.",
  answerExample: { valid: true },
});

export const adminLogout = defineOperation({
  ...session,
  path: "/api/admin/logout",
  operationId: "adminLogout",
  summary: "Revoke the token",
  answerDescription: "It is valid no more.",
  answerExample: { valid: false },
});

const books = { method: "get", tag: "admin", problems: [], security: "bearer", limits: ["admin"] } as const;

export const listInvariants = defineOperation({
  ...books,
  path: "/api/admin/invariants",
  operationId: "listInvariants",
  summary: "Run the invariants of the books",
  answer: z.array(invariantSchema),
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

export const resumeChain = defineOperation({
  method: "post",
  path: "/api/admin/chains/{chain}/resume",
  operationId: "resumeChain",
  summary: "Resume a halted chain",
  tag: "admin",
  params: chainParams,
  paramsCode: "route/unknown",
  body: reasonBody,
  bodyExample: { reason: "Reorg examined, losses booked." },
  answer: chainResumedSchema,
  answerDescription: "The chain's state afterwards.",
  answerExample: { chain: "bitcoin", status: "ok" },
  problems: ["chain/not-halted"],
  security: "bearer",
  limits: ["admin"],
});
