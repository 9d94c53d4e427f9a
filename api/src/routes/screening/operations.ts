import { defineOperation } from "../../http/operation";
import { NO_ADDRESS_PROBLEMS } from "../address/problems";
import { LIMITS } from "../limits";
import { screeningBodySchema, screeningSchema } from "./schema";

export const checkScreening = defineOperation({
  method: "post",
  path: "/api/screening/check",
  operationId: "checkScreening",
  summary: "Ask before depositing whether an address is listed",
  tag: "addresses",
  body: screeningBodySchema,
  bodyExample: { currency: "BTC", address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" },
  answer: screeningSchema,
  answerDescription:
    "Clear or listed, by the operator's lists; `listDate` is null where there is no list, and then nothing is listed. The address is not kept.",
  answerExample: { result: "clear", listDate: "2026-01-01" },
  problems: ["currency/unknown", ...NO_ADDRESS_PROBLEMS],
  security: "public",
  limits: [LIMITS.lookUp],
});
