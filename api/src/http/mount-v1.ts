import type { z } from "@hono/zod-openapi";
import { type Problem, problem } from "../core/errors";
import { err, ok } from "../core/result";
import type { Integrator } from "../integrators/api-keys";
import type { Edge } from "./edge";
import type { Limit, Limited } from "./limiter";
import { type Answer, type Call, jsonResponse, overLimit, parse, serve } from "./mount";
import type { Operation } from "./operation";

type Handler<Params extends z.ZodType, Body extends z.ZodType, Query extends z.ZodObject, Value> = (
  call: Call<z.output<Params>, z.output<Body>, z.output<Query>>,
  integrator: Integrator,
) => Answer<Value>;

/** Serves an operation of /api/v1 to holders of a key, in its envelope; limits count by key. */
export function mountV1<
  Params extends z.ZodType,
  Body extends z.ZodType,
  Data extends z.ZodType,
  Query extends z.ZodObject,
>(
  edge: Edge,
  operation: Operation<Params, Body, z.ZodObject<{ success: z.ZodLiteral<true>; data: Data }>, Query>,
  handler: Handler<Params, Body, Query, z.output<Data>>,
): void {
  mountV1Raw(edge, operation, async (call, integrator) => {
    const answer = await handler(call, integrator);
    return answer.ok ? ok(jsonResponse(edge, { success: true, data: answer.value }, 200)) : answer;
  });
}

/** Serves an operation of /api/v1 whose handler makes the whole response. */
export function mountV1Raw<
  Params extends z.ZodType,
  Body extends z.ZodType,
  Wire extends z.ZodType,
  Query extends z.ZodObject,
>(
  edge: Edge,
  operation: Operation<Params, Body, Wire, Query>,
  handler: Handler<Params, Body, Query, Response>,
): void {
  serve(edge, operation, async (context) => {
    const integrator = await edge.authenticateKey(context.req.header("x-api-key") ?? "");
    // Who bears no key counts by address, so that keys are not tried for nothing.
    const who = integrator?.id ?? edge.clientOf(context);
    const refused = await firstOver(edge, operation.limits, who);
    if (refused) return err(refused);
    if (!integrator) return err(problem("auth/api-key"));
    const call = await parse(edge, operation, context, `api-key:${integrator.id}`);
    if (!call.ok) return call;
    const over = await firstOver(edge, operation.successLimits ?? [], who);
    if (over) return err(over);
    const answer = await handler(call.value, integrator);
    if (!answer.ok) for (const limit of operation.successLimits ?? []) edge.limits.giveBack(limit, who);
    return answer;
  });
}

async function firstOver(edge: Edge, limits: readonly Limit[], who: Limited): Promise<Problem | undefined> {
  for (const limit of limits) {
    const refused = await overLimit(edge, limit, who);
    if (refused) return refused;
  }
  return undefined;
}
