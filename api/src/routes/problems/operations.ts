import { z } from "@hono/zod-openapi";
import { defineOperation } from "../../http/operation";
import { problemKind } from "../../http/problem";
import { LIMITS } from "../limits";
import { problemKindSchema, problemsQuery } from "./schema";

export const listProblems = defineOperation({
  method: "get",
  path: "/api/problems",
  operationId: "listProblems",
  summary: "List the problem codes",
  description:
    "Every code that a failure can have, with what it says in the language of `Accept-Language`. Each has a page at `/problems/<code>`, to which the `type` of a failure leads.",
  tag: "service",
  query: problemsQuery,
  answer: z.array(problemKindSchema),
  answerDescription: "Every code, or the one that was asked for.",
  answerExample: [problemKind("amount/min", "en")],
  problems: [],
  security: "public",
  limits: [LIMITS.read],
});
