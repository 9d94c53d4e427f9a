import { defineOperation } from "../../http/operation";
import { LIMITS } from "../limits";
import { statsSchema } from "./schema";

export const readStats = defineOperation({
  method: "get",
  path: "/api/stats",
  operationId: "readStats",
  summary: "Read the figures of the last 30 days",
  description: "Computed from the orders of this instance; at most about a minute old.",
  tag: "service",
  answer: statsSchema,
  answerDescription: "The figures, and the window that they cover.",
  answerExample: {
    window: { from: "2025-12-03T00:00:00.000Z", to: "2026-01-01T12:00:00.000Z", days: 30 },
    orders: 1204,
    completed: 1180,
    successRate: "99.91",
    completionSeconds: { median: 380, p95: 1500 },
    exchangesTotal: 52310,
    uptime: "99.97",
    currencies: 17,
    fee: "0.45",
    enough: true,
    targets: { successRate: "99.9", completionSeconds: 600, uptime: "99.9" },
  },
  problems: [],
  security: "public",
  limits: [LIMITS.read],
  cached: true,
});
