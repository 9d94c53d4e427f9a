import { z } from "@hono/zod-openapi";
import { defineOperation } from "../../http/operation";
import { LIMITS } from "../limits";
import { apiKeyParams, apiKeySchema, createApiKeyBodySchema, newApiKeySchema } from "./schema";

const KEY_EXAMPLE = {
  id: "k7Qm2xV9bT4c",
  name: "wallet app",
  createdBy: "admin",
  createdAt: "2026-01-01T12:00:00.000Z",
  revokedAt: null,
};
const ofKeys = { tag: "admin", security: "bearer", limits: [LIMITS.admin] } as const;

export const listApiKeys = defineOperation({
  ...ofKeys,
  method: "get",
  path: "/api/admin/api-keys",
  operationId: "listApiKeys",
  summary: "The keys of /api/v1, revoked ones too",
  answer: z.array(apiKeySchema),
  answerDescription: "Newest first, without their secrets.",
  answerExample: [KEY_EXAMPLE],
  problems: [],
  role: "viewer",
});

export const createApiKey = defineOperation({
  ...ofKeys,
  method: "post",
  path: "/api/admin/api-keys",
  operationId: "createApiKey",
  summary: "Make a key for /api/v1",
  body: createApiKeyBodySchema,
  bodyExample: { name: "wallet app" },
  answer: newApiKeySchema,
  answerStatus: 201,
  answerDescription: "The key, with its secret this once.",
  answerExample: { ...KEY_EXAMPLE, secret: "sotto_q3hN0m0c1Ww3m2K7T8r7n3v2bQ9w0x1y2z3A4b5C6d8" },
  problems: [],
  role: "operator",
});

export const revokeApiKey = defineOperation({
  ...ofKeys,
  method: "delete",
  path: "/api/admin/api-keys/{id}",
  operationId: "revokeApiKey",
  summary: "Revoke a key; doing it again changes nothing",
  params: apiKeyParams,
  paramsCode: "api-key/unknown",
  answer: apiKeySchema,
  answerDescription: "The key, which works no more.",
  answerExample: { ...KEY_EXAMPLE, revokedAt: "2026-01-02T12:00:00.000Z" },
  problems: ["api-key/unknown"],
  role: "operator",
});
