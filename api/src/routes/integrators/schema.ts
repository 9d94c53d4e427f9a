import { z } from "@hono/zod-openapi";
import { instant } from "../../http/wire";

export const API_KEY_ID_PATTERN = /^[A-Za-z0-9_-]{8,32}$/;

export const apiKeyParams = z.object({
  id: z
    .string()
    .regex(API_KEY_ID_PATTERN)
    .openapi({ param: { name: "id", in: "path" }, example: "k7Qm2xV9bT4c" }),
});

export const createApiKeyBodySchema = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .openapi({ description: "Whose it is, for the list.", example: "wallet app" }),
  })
  .openapi("CreateApiKeyBody");

export const apiKeySchema = z
  .object({
    id: z.string().openapi({ example: "k7Qm2xV9bT4c" }),
    name: z.string().openapi({ example: "wallet app" }),
    createdBy: z.string().openapi({ description: "The administrator's name.", example: "admin" }),
    createdAt: instant("When it was made."),
    revokedAt: instant("When it was revoked; null while it works.").nullable(),
  })
  .openapi("ApiKey");
export type ApiKeyWire = z.infer<typeof apiKeySchema>;

export const newApiKeySchema = z
  .object({
    ...apiKeySchema.shape,
    secret: z.string().openapi({
      description: "The key itself, for the X-API-Key header; shown this once and kept hashed.",
      example: "sotto_q3hN0m0c1Ww3m2K7T8r7n3v2bQ9w0x1y2z3A4b5C6d8",
    }),
  })
  .openapi("NewApiKey");
