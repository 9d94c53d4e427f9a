import { defineOperation } from "../../http/operation";
import { reasonBody } from "../../http/wire";
import { LIMITS } from "../limits";
import { chainParams, chainResumedSchema, currencyParams, missingBody, missingSchema } from "./schema";

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

export const bookMissing = defineOperation({
  method: "post",
  path: "/api/admin/assets/{currency}/missing",
  operationId: "bookMissing",
  summary: "Book missing coins out, which lifts the freeze of a currency's payouts",
  description:
    "The next comparison of the books with the chain does it, if it misses exactly this amount; the overview shows the outcome. Coins that are promised cannot be booked out: fund the hot wallet first.",
  tag: "admin",
  params: currencyParams,
  paramsCode: "currency/unknown",
  body: missingBody,
  bodyExample: { amount: "0.5", reason: "Stolen key, replaced." },
  answer: missingSchema,
  answerDescription: "What was asked.",
  answerExample: { currency: "ETH", amount: "0.5" },
  problems: [
    "amount/format",
    "currency/unknown",
    "books/nothing-missing",
    "books/unplanned-spend",
    "books/asked",
  ],
  security: "bearer",
  role: "approver",
  money: ["currency", "amount"],
  limits: [LIMITS.admin],
});
