import { defineOperation } from "../../http/operation";
import { healthSchema } from "./schema";

export const readHealth = defineOperation({
  method: "get",
  path: "/api/health",
  operationId: "readHealth",
  summary: "How the service is",
  tag: "service",
  answer: healthSchema,
  answerDescription: "It answers; the body says what works.",
  answerExample: {
    status: "ok",
    version: "0.2.0",
    network: "simnet",
    database: "ok",
    chains: [
      { chain: "bitcoin", status: "ok", height: 812, updatedAt: "2026-01-01T12:00:00.000Z", assets: ["BTC"] },
    ],
  },
  problems: [],
  security: "public",
  limits: [],
});
