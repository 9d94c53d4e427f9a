import { defineOperation } from "../../http/operation";
import { reasonBody } from "../../http/wire";
import { LIMITS } from "../limits";
import { currencyParams, switchSchema } from "./schema";

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
