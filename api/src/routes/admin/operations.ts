import { z } from "@hono/zod-openapi";
import { defineOperation } from "../../http/operation";
import { reasonBody } from "../../http/wire";
import { LIMITS } from "../limits";
import {
  accountSchema,
  auditCheckSchema,
  auditPageSchema,
  auditQuery,
  chainParams,
  chainResumedSchema,
  confirmBodySchema,
  currencyParams,
  enrolBodySchema,
  enrolmentSchema,
  invariantSchema,
  loggedOutSchema,
  loginBodySchema,
  overviewSchema,
  recoveryCodesSchema,
  sessionSchema,
  switchSchema,
  trialBalanceSchema,
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
    username: "admin",
    role: "approver",
    totp: false,
  },
  problems: ["auth/failed"],
  security: "public",
  limits: [LIMITS.login],
});

const ofViewers = {
  tag: "admin",
  problems: [],
  security: "bearer",
  role: "viewer",
  limits: [LIMITS.admin],
} as const;

export const adminVerify = defineOperation({
  ...ofViewers,
  method: "post",
  path: "/api/admin/verify",
  operationId: "adminVerify",
  summary: "Whether a token is still valid, and whose it is",
  answer: accountSchema,
  answerDescription: "It is; an invalid one answers 401.",
  answerExample: { valid: true, username: "admin", role: "approver", totp: false },
});

export const adminLogout = defineOperation({
  ...ofViewers,
  method: "post",
  path: "/api/admin/logout",
  operationId: "adminLogout",
  summary: "Revoke the token",
  answer: loggedOutSchema,
  answerDescription: "It is valid no more.",
  answerExample: { valid: false },
});

export const enrolTotp = defineOperation({
  ...ofViewers,
  method: "post",
  path: "/api/admin/totp/enrol",
  operationId: "enrolTotp",
  summary: "Begin to use one-time codes",
  description: "Nothing changes until a code is confirmed.",
  body: enrolBodySchema,
  bodyExample: { password: "correct horse battery staple" },
  answer: enrolmentSchema,
  answerDescription: "The secret, for the app that makes the codes.",
  answerExample: {
    secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
    uri: "otpauth://totp/Sotto:admin?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Sotto",
    qrCode: "<svg/>",
    expiresAt: "2026-01-01T12:10:00.000Z",
  },
  problems: ["auth/failed", "totp/enrolled"],
  // A password is tried here as at the login.
  limits: [LIMITS.admin, LIMITS.login],
});

export const confirmTotp = defineOperation({
  ...ofViewers,
  method: "post",
  path: "/api/admin/totp/confirm",
  operationId: "confirmTotp",
  summary: "Prove the first code; from then on every login needs one",
  body: confirmBodySchema,
  bodyExample: { totp: "492039" },
  answer: recoveryCodesSchema,
  answerDescription: "Codes for the day the app is lost, shown this once.",
  answerExample: { recoveryCodes: ["k3mv-7qpd-x2ah"] },
  problems: ["totp/code", "totp/enrolled", "totp/not-enrolling"],
});

export const listAudit = defineOperation({
  ...ofViewers,
  method: "get",
  path: "/api/admin/audit",
  operationId: "listAudit",
  summary: "The audit log, newest first",
  query: auditQuery,
  answer: auditPageSchema,
  answerDescription: "A page of entries.",
  answerExample: {
    items: [
      {
        seq: 1,
        at: "2026-01-01T12:00:00.000Z",
        admin: "admin",
        action: "login",
        outcome: "done",
        subject: null,
        reason: null,
        previousHash: "0".repeat(64),
        hash: "9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a99887766554433221100ffeeddccb",
      },
    ],
    nextCursor: null,
  },
});

export const verifyAudit = defineOperation({
  ...ofViewers,
  method: "get",
  path: "/api/admin/audit/verify",
  operationId: "verifyAudit",
  summary: "Check the audit log's chain of hashes",
  answer: auditCheckSchema,
  answerDescription: "Whether every entry is there and as it was written.",
  answerExample: {
    valid: true,
    entries: 1,
    brokenAt: null,
    head: "9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a99887766554433221100ffeeddccb",
  },
});

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
    invariants: { checked: 17, violated: [] },
    trialBalance: { balanced: true, unbalanced: [] },
    switches: [{ name: "payouts", paused: false, reason: null, since: null }],
  },
});

const turning = {
  method: "post",
  tag: "admin",
  body: reasonBody,
  bodyExample: { reason: "Node upgrade." },
  answer: switchSchema,
  answerDescription: "The switch afterwards.",
  security: "bearer",
  role: "operator",
  limits: [LIMITS.admin],
} as const;
const turned = (name: string, paused: boolean) => ({
  name,
  paused,
  reason: "Node upgrade.",
  since: "2026-01-01T12:00:00.000Z",
});

export const pauseAsset = defineOperation({
  ...turning,
  path: "/api/admin/assets/{currency}/pause",
  operationId: "pauseAsset",
  summary: "Take no new orders with a currency",
  params: currencyParams,
  paramsCode: "currency/unknown",
  answerExample: turned("asset:BTC", true),
  problems: ["currency/unknown"],
});

export const resumeAsset = defineOperation({
  ...turning,
  path: "/api/admin/assets/{currency}/resume",
  operationId: "resumeAsset",
  summary: "Take orders with a currency again",
  params: currencyParams,
  paramsCode: "currency/unknown",
  answerExample: turned("asset:BTC", false),
  problems: ["currency/unknown"],
});

export const pausePayouts = defineOperation({
  ...turning,
  path: "/api/admin/payouts/pause",
  operationId: "pausePayouts",
  summary: "Sign no new payouts; those already signed are followed to their end",
  answerExample: turned("payouts", true),
  problems: [],
});

export const resumePayouts = defineOperation({
  ...turning,
  path: "/api/admin/payouts/resume",
  operationId: "resumePayouts",
  summary: "Sign payouts again",
  answerExample: turned("payouts", false),
  problems: [],
});

export const stopSigner = defineOperation({
  ...turning,
  path: "/api/admin/signer/pause",
  operationId: "stopSigner",
  summary: "Stop the signer: it signs nothing at all, sweeps and rounds included",
  answerExample: turned("signer", true),
  problems: [],
});

export const resumeSigner = defineOperation({
  ...turning,
  path: "/api/admin/signer/resume",
  operationId: "resumeSigner",
  summary: "Let the signer sign again",
  role: "approver",
  answerExample: turned("signer", false),
  problems: [],
});

const books = { ...ofViewers, method: "get" } as const;

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
  role: "operator",
  limits: [LIMITS.admin],
});
