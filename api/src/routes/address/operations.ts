import { defineOperation } from "../../http/operation";
import { LIMITS } from "../limits";
import { addressValidationSchema, validateAddressBodySchema } from "./schema";

export const validateAddress = defineOperation({
  method: "post",
  path: "/api/address/validate",
  operationId: "validateAddress",
  summary: "Validate an address",
  tag: "addresses",
  body: validateAddressBodySchema,
  bodyExample: { currency: "BTC", address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" },
  answer: addressValidationSchema,
  answerDescription:
    "Whether it is an address of the currency's network that can be paid, and of which other currencies it is one. An order may still refuse it: an address of our own, or one that is listed.",
  answerExample: {
    valid: true,
    normalized: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    reason: null,
    message: null,
    matches: ["BTC"],
  },
  problems: ["currency/unknown", "address/format"],
  security: "public",
  limits: [LIMITS.lookUp],
});
