import { createRoute, type z } from "@hono/zod-openapi";
import type { Operation } from "../../http/operation";

/** Says that an operation's answer of success is of another media type than JSON. */
export function withMediaType<Params extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType>(
  operation: Operation<Params, Body, Answer>,
  mediaType: "application/xml",
): Operation<Params, Body, Answer> {
  const content = { [mediaType]: { schema: operation.answer, example: operation.answerExample } };
  const { responses, ...route } = operation.route;
  return {
    ...operation,
    route: createRoute({ ...route, responses: { ...responses, 200: { ...responses[200], content } } }),
  };
}
