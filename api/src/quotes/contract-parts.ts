import { createRoute, type z } from "@hono/zod-openapi";
import type { Operation } from "../http/operation";

/** An operation that also reads a query: its page of the contract names it, `parse` checks it. */
export type QueryOperation<
  Params extends z.ZodType,
  Answer extends z.ZodType,
  Query extends z.ZodObject,
> = Operation<Params, z.ZodType, Answer> & { query: Query };

/** Adds a query to an operation's page of the contract. */
export function withQuery<Params extends z.ZodType, Answer extends z.ZodType, Query extends z.ZodObject>(
  operation: Operation<Params, z.ZodType, Answer>,
  query: Query,
): QueryOperation<Params, Answer, Query> {
  const { request, ...route } = operation.route;
  return { ...operation, query, route: createRoute({ ...route, request: { ...request, query } }) };
}

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
