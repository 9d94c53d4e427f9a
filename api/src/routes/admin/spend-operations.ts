import { defineOperation } from "../../http/operation";
import { reasonBody } from "../../http/wire";
import { LIMITS } from "../limits";
import { spendParams, unplannedSpendSchema } from "./spend-schema";

export const adoptSpend = defineOperation({
  method: "post",
  path: "/api/admin/spends/{id}/adopt",
  operationId: "adoptSpend",
  summary: "Adopt a transaction that spent our coins and that we did not sign",
  description:
    "Nothing is signed on its network until it is adopted. Once it is final, what it took is booked as a loss of the house (`missing`), and payouts continue; if it has vanished, nothing is booked. Coins that are promised cannot be booked out: fund the hot wallet first.",
  tag: "admin",
  params: spendParams,
  paramsCode: "spend/unknown",
  body: reasonBody,
  bodyExample: { reason: "Moved by hand to the cold wallet." },
  answer: unplannedSpendSchema,
  answerDescription: "The transaction, adopted.",
  answerExample: {
    id: "1",
    chain: "bitcoin",
    txHash: "5d0e9f0f2a5b1c3a7e6d4c8b9a0f1e2d3c4b5a69788796a5b4c3d2e1f0a9b8c7",
    nonce: null,
    state: "asked",
    since: "2026-01-01T12:00:00.000Z",
    reason: "Moved by hand to the cold wallet.",
  },
  problems: ["spend/unknown", "spend/adopted"],
  security: "bearer",
  role: "approver",
  money: ["id"],
  limits: [LIMITS.admin],
});
