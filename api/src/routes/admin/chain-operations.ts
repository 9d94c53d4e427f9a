import { defineOperation } from "../../http/operation";
import { reasonBody } from "../../http/wire";
import { LIMITS } from "../limits";
import { chainParams, chainResumedSchema } from "./schema";

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
