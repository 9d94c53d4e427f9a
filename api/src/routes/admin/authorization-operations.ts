import { z } from "@hono/zod-openapi";
import { MONEY_OPERATIONS } from "../../admin/money-operations";
import { defineOperation } from "../../http/operation";
import { instant } from "../../http/wire";
import { LIMITS } from "../limits";

const ITEMS_MAX = 1_000;

const authorizationBodySchema = z
  .strictObject({
    operations: z
      .array(
        z.strictObject({
          operation: z.enum(MONEY_OPERATIONS),
          subjects: z
            .array(z.string().min(1).max(300))
            .min(1)
            .max(ITEMS_MAX)
            .openapi({
              description:
                "As `authorization/required` names them: a loan's number, an order's name, a payout's leg and transaction, and so on.",
              example: ["17", "18"],
            }),
        }),
      )
      .min(1)
      .max(MONEY_OPERATIONS.length),
    code: z
      .string()
      .max(20)
      .openapi({ description: "The six digits that the app shows now.", example: "492039" }),
  })
  .openapi("AuthorizationBody");

const authorizationSchema = z
  .object({
    authorization: z.string().openapi({
      description: "For the header `Sotto-Authorization`; good for this administrator only.",
      example: "5q0Zt1VZ3mQ2o7h1v0y6Kg",
    }),
    hash: z.string().openapi({
      description:
        "SHA-256 of the list as JSON without spaces: pairs of operation and subject, each once, sorted.",
    }),
    expiresAt: instant("Ten minutes after it was given."),
  })
  .openapi("Authorization");

export const giveAuthorization = defineOperation({
  method: "post",
  path: "/api/admin/authorizations",
  operationId: "giveAuthorization",
  summary: "Approve listed operations by a one-time code",
  description:
    "Where one-time codes are required, operations that move or commit money need an authorization that lists them. Each of them can be called once, whatever the outcome; repeating a call under the same Idempotency-Key uses nothing up.",
  tag: "admin",
  body: authorizationBodySchema,
  bodyExample: { operations: [{ operation: "payLoan", subjects: ["17", "18"] }], code: "492039" },
  answer: authorizationSchema,
  answerStatus: 201,
  answerDescription: "The authorization.",
  answerExample: {
    authorization: "5q0Zt1VZ3mQ2o7h1v0y6Kg",
    hash: "9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a99887766554433221100ffeeddccb",
    expiresAt: "2026-01-01T12:10:00.000Z",
  },
  problems: ["totp/not-enrolled", "totp/code", "totp/wait"],
  security: "bearer",
  role: "operator",
  limits: [LIMITS.admin],
});
