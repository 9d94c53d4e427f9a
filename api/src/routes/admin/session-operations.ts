import { z } from "@hono/zod-openapi";
import { defineOperation } from "../../http/operation";
import { endedSchema, ownSessionSchema } from "./session-schema";
import { ofViewers } from "./viewer-operations";

export const listOwnSessions = defineOperation({
  ...ofViewers,
  method: "get",
  path: "/api/admin/sessions",
  operationId: "listOwnSessions",
  summary: "List your sessions",
  answer: z.array(ownSessionSchema),
  answerDescription:
    "The open sessions, most recently used first. Sotto does not know where they were opened.",
  answerExample: [
    {
      id: "5q0Zt1VZ3mQ2o7h1v0y6Kg",
      createdAt: "2026-01-01T12:00:00.000Z",
      lastUsedAt: "2026-01-01T12:25:00.000Z",
      expiresAt: "2026-01-01T20:00:00.000Z",
      current: true,
    },
  ],
});

export const endSession = defineOperation({
  ...ofViewers,
  method: "delete",
  path: "/api/admin/sessions/{id}",
  operationId: "endSession",
  summary: "End one of your sessions",
  params: z.object({
    id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,100}$/)
      .openapi({ param: { name: "id", in: "path" } }),
  }),
  paramsCode: "session/unknown",
  answer: endedSchema,
  answerDescription: "Its token is no longer valid.",
  answerExample: { ended: 1 },
  problems: ["session/unknown"],
});

export const endOtherSessions = defineOperation({
  ...ofViewers,
  method: "post",
  path: "/api/admin/sessions/end-others",
  operationId: "endOtherSessions",
  summary: "End all your sessions except this one",
  answer: endedSchema,
  answerDescription: "Their tokens are no longer valid.",
  answerExample: { ended: 2 },
});
