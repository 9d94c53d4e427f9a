import { defineOperation } from "../../http/operation";
import { healthSchema, livenessSchema, readinessSchema } from "./schema";

export const readHealth = defineOperation({
  method: "get",
  path: "/api/health",
  operationId: "readHealth",
  summary: "How the service is",
  description:
    "The service as a whole, at most a second old. Responds within two seconds, with 503 when it is unavailable.",
  tag: "service",
  answer: healthSchema,
  answerDescription: "Orders can be made; the body says what works.",
  answerExample: {
    status: "ok",
    version: "0.2.0",
    network: "simnet",
    database: "ok",
    chains: [
      { chain: "bitcoin", status: "ok", height: 812, updatedAt: "2026-01-01T12:00:00.000Z", assets: ["BTC"] },
    ],
    workers: { alive: 1, lastBeatAt: "2026-01-01T12:00:00.000Z" },
    prices: { updatedAt: "2026-01-01T12:00:00.000Z" },
    problems: [],
  },
  unavailableDescription: "No new order can be made, or none moves; the body says why.",
  problems: [],
  security: "public",
  limits: [],
});

export const readLiveness = defineOperation({
  method: "get",
  path: "/api/health/live",
  operationId: "readLiveness",
  summary: "Whether this process works",
  description: "For a supervisor that restarts processes. Asks nothing but this process.",
  tag: "service",
  answer: livenessSchema,
  answerDescription: "It does.",
  answerExample: { status: "live" },
  problems: [],
  security: "public",
  limits: [],
});

export const readReadiness = defineOperation({
  method: "get",
  path: "/api/health/ready",
  operationId: "readReadiness",
  summary: "Whether this process can serve",
  description:
    "For load balancers: 503 while the database does not respond within a second or has another schema, and once the process ends.",
  tag: "service",
  answer: readinessSchema,
  answerDescription: "It can.",
  answerExample: { status: "ready", problems: [] },
  unavailableDescription: "It cannot; the body says why.",
  problems: [],
  security: "public",
  limits: [],
});
