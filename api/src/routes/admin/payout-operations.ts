import { z } from "@hono/zod-openapi";
import { defineOperation } from "../../http/operation";
import { LIMITS } from "../limits";
import {
  legParams,
  overrideBody,
  overrideSchema,
  payoutSchema,
  releaseBody,
  releaseSchema,
  stuckPayoutSchema,
} from "./payout-schema";
import { ofViewers } from "./viewer-operations";

const TRANSACTION = "5d0e9f0f2a5b1c3a7e6d4c8b9a0f1e2d3c4b5a69788796a5b4c3d2e1f0a9b8c7";

export const listStuckPayouts = defineOperation({
  ...ofViewers,
  method: "get",
  path: "/api/admin/payouts/stuck",
  operationId: "listStuckPayouts",
  summary: "The payouts that do not move",
  answer: z.array(stuckPayoutSchema),
  answerDescription:
    "Those whose transactions were in no block for an hour, or that the network refuses or no longer knows, with what is known of each and of every transaction of it; at most 50, the oldest first.",
  answerExample: [
    {
      leg: "f3Jw0Zr8uQ1nVbT5cXy2Lg",
      kind: "payout",
      name: "482915037",
      chain: "bitcoin",
      currency: "BTC",
      amount: "0.5",
      canOverride: true,
      override: null,
      transactions: [
        {
          txHash: TRANSACTION,
          state: "broadcasting",
          createdAt: "2026-01-01T12:00:00.000Z",
          nonce: null,
          inputs: [`${TRANSACTION}:0`],
          said: "inputs are missing or spent",
          since: "2026-01-01T12:00:05.000Z",
          missing: "input",
          proof: null,
        },
      ],
    },
  ],
});

export const readPayout = defineOperation({
  ...ofViewers,
  method: "get",
  path: "/api/admin/payouts/{leg}",
  operationId: "readPayout",
  summary: "What a payout pays, and to whom",
  description:
    "What it pays, to which address, and the most that the network may take: for a look before it is released.",
  params: legParams,
  paramsCode: "override/unknown",
  answer: payoutSchema,
  answerDescription: "The payout.",
  answerExample: {
    leg: "f3Jw0Zr8uQ1nVbT5cXy2Lg",
    kind: "payout",
    name: "482915037",
    state: "planned",
    currency: "BTC",
    amount: "0.5",
    address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    networkFeeMax: "0.0002",
    networkFeeCurrency: "BTC",
  },
  problems: ["override/unknown"],
});

export const overridePayout = defineOperation({
  method: "post",
  path: "/api/admin/payouts/{leg}/override",
  operationId: "overridePayout",
  summary: "Have a payout signed once more that no proof ends",
  description:
    "For a payout whose transactions no node knows any more and none of which is proved dead. It names the first transaction. The worker looks at the chain once more and then signs again, once per payout: with the same nonce while that is unused, and with what is left of the same inputs. The old transactions are watched; one that lands after all is a loss of the house.",
  tag: "admin",
  params: legParams,
  paramsCode: "override/unknown",
  body: overrideBody,
  bodyExample: { reason: "Its input vanished in the reorg of 812.", txHash: TRANSACTION },
  answer: overrideSchema,
  answerDescription: "What was asked; the list shows what became of it.",
  answerExample: { leg: "f3Jw0Zr8uQ1nVbT5cXy2Lg", txHash: TRANSACTION },
  problems: ["override/unknown", "override/transaction", "override/paid", "override/used", "override/open"],
  security: "bearer",
  role: "approver",
  money: ["leg", "txHash"],
  limits: [LIMITS.admin],
  idempotent: true,
});

export const releasePayout = defineOperation({
  method: "post",
  path: "/api/admin/payouts/{leg}/release",
  operationId: "releasePayout",
  summary: "Release a payout above a cap of the signer",
  description:
    "For a payout that the list of what is stuck shows as waiting for a `release`. The signer checks the one-time code itself, within seconds, and uses it up; then it signs this payout whatever its caps say. A wrong code changes nothing: the payout stays on the list.",
  tag: "admin",
  params: legParams,
  paramsCode: "override/unknown",
  body: releaseBody,
  bodyExample: { reason: "Agreed with the customer by phone.", code: "492039" },
  answer: releaseSchema,
  answerDescription: "What was asked; the payout leaves the list once it is released.",
  answerExample: { leg: "f3Jw0Zr8uQ1nVbT5cXy2Lg" },
  problems: ["override/unknown", "override/paid"],
  security: "bearer",
  role: "approver",
  limits: [LIMITS.admin],
});
