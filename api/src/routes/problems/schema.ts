import { z } from "@hono/zod-openapi";
import { problemCode } from "../../http/wire";

export const problemsQuery = z.strictObject({
  code: problemCode.optional().openapi({
    param: { name: "code", in: "query" },
    description: "Only this code.",
    example: "amount/min",
  }),
});

export const problemKindSchema = z
  .object({
    code: problemCode,
    status: z.int().openapi({ description: "The HTTP status that it has.", example: 422 }),
    v1Status: z.int().openapi({ description: "The status that it has under /api/v1.", example: 400 }),
    title: z.string().openapi({ example: "Amount too small" }),
    message: z.string().openapi({
      description: "What it says where it names no figures.",
      example: "The amount is below the minimum.",
    }),
  })
  .openapi("ProblemKind");
