import type { ServerResponse } from "node:http";
import { z } from "@hono/zod-openapi";
import type { Administrator } from "../admin/administrator";
import { mayAct } from "../admin/roles";
import { type Problem, problem } from "../core/errors";
import { after, type MaybeLater } from "../core/maybe-later";
import { err, ok, type Result } from "../core/result";
import { type Claim, newClaim } from "../idempotency/idempotency";
import { authorize } from "./authorize";
import { readJsonBody } from "./body";
import type { Client } from "./client";
import { bindingsOf, type Edge, type EdgeContext, ownOrigin } from "./edge";
import type { Limit, Limited } from "./limiter";
import type { Operation } from "./operation";
import { isOriginAllowed } from "./origin";
import { type FieldError, problemResponse, v1FailureResponse } from "./problem";
import { parseQuery, unknownParameters } from "./query";
import { validateFields } from "./validate";

/** A request that has passed everything the transport checks, parsed once. */
export type Call<Params, Body, Query = unknown> = {
  params: Params;
  query: Query;
  body: Body;
  client: Client;
  acceptLanguage: string | undefined;
  headers: Headers;
  /** The answer on its socket, for one who writes it without making a Response; undefined inside this process. */
  outgoing: ServerResponse | undefined;
  /** To be handed to a verb: the claim of the Idempotency-Key, where there is one. */
  context: { idempotency?: Claim };
};

type EdgeProblem = Problem & { errors?: readonly FieldError[] };
export type Answer<Value> = MaybeLater<Result<Value, EdgeProblem>>;

/** Serves an operation whose answer is JSON. */
export function mount<
  Params extends z.ZodType,
  Body extends z.ZodType,
  Wire extends z.ZodType,
  Query extends z.ZodObject,
>(
  edge: Edge,
  operation: Operation<Params, Body, Wire, Query>,
  handler: (call: Call<z.output<Params>, z.output<Body>, z.output<Query>>) => Answer<z.output<Wire>>,
): void {
  mountRaw(edge, operation, async (call) => {
    const answer = await handler(call);
    return answer.ok ? ok(jsonResponse(edge, answer.value, operation.answerStatus ?? 200)) : answer;
  });
}

/**
 * Serves an operation for administrators of its role or a higher one; the handler learns who asks. A refusal for want of
 * the role is recorded in the audit log.
 */
export function mountAdmin<
  Params extends z.ZodType,
  Body extends z.ZodType,
  Wire extends z.ZodType,
  Query extends z.ZodObject,
>(
  edge: Edge,
  operation: Operation<Params, Body, Wire, Query>,
  handler: (
    call: Call<z.output<Params>, z.output<Body>, z.output<Query>>,
    admin: Administrator,
  ) => Answer<z.output<Wire>>,
): void {
  serve(edge, operation, async (context) => {
    const admin = await authenticated(edge, context);
    if (!admin) return err(problem("auth/required"));
    if (admin.mustChangePassword && !operation.beforePasswordChange)
      return err(problem("password/change-required"));
    if (!isAllowed(operation, admin)) {
      await edge.recordRefusal(admin, operation.operationId, "auth/forbidden");
      return err(problem("auth/forbidden"));
    }
    const call = await parse(edge, operation, context, admin.id);
    if (!call.ok) return call;
    const { params, body, headers, context: given } = call.value;
    const { idempotency } = given;
    const authorized = await authorize(edge, operation, { admin, params, body, headers, idempotency });
    if (!authorized.ok) return authorized;
    const answer = await handler(call.value, admin);
    return answer.ok ? ok(jsonResponse(edge, answer.value, operation.answerStatus ?? 200)) : answer;
  });
}

/** Operations without a role are denied to everyone. */
const isAllowed = ({ role }: Operation, admin: Administrator): boolean =>
  role !== undefined && mayAct({ held: admin.role, needed: role });

/** Serves an operation whose handler makes the whole response. */
export function mountRaw<
  Params extends z.ZodType,
  Body extends z.ZodType,
  Wire extends z.ZodType,
  Query extends z.ZodObject,
>(
  edge: Edge,
  operation: Operation<Params, Body, Wire, Query>,
  handler: (call: Call<z.output<Params>, z.output<Body>, z.output<Query>>) => Answer<Response>,
): void {
  serve(edge, operation, async (context) => {
    const call = await parse(edge, operation, context, "public");
    return call.ok ? handler(call.value) : call;
  });
}

/** An answer in JSON that no cache keeps: it is of one moment, and often of one person. */
export const jsonResponse = (edge: Edge, value: unknown, status: number): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: {
      ...edge.headers,
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
    },
  });

/**
 * Serves an operation that reads nothing of its request but headers; origin and limits are checked. What is there at once is
 * answered at once: Hono and its server are quicker without a promise.
 */
export function serve(
  edge: Edge,
  operation: Operation,
  respond: (context: EdgeContext) => Answer<Response>,
): void {
  edge.app.openAPIRegistry.registerPath(operation.route);
  edge.app.on(operation.method.toUpperCase(), honoPath(operation.path), (context) =>
    after(refusal(edge, operation, context), (refused) => {
      const wrong = refused ?? unknownParameters(operation.query, context.req.raw.url);
      return after(wrong ? err(wrong) : respond(context), (answer) => {
        // An answer that another process made may be a refusal too.
        if (!refused && operation.security !== "apiKey" && !(answer.ok && answer.value.ok))
          for (const limit of operation.successLimits ?? [])
            edge.limits.giveBack(limit, limited(edge, limit, context));
        return answer.ok ? answer.value : edgeProblem(edge, context, answer.error);
      });
    }),
  );
}

/** The rest of a body that is too large is not waited for. */
const CLOSE = { connection: "close" } as const;

/** A problem as the answer to a request, in its language; under /api/v1 in the envelope. */
export function edgeProblem(
  edge: Edge,
  context: EdgeContext,
  failure: EdgeProblem,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const options = {
    acceptLanguage: context.req.header("accept-language"),
    headers: { ...edge.headers, ...(failure.code === "request/too-large" ? CLOSE : {}), ...headers },
  };
  const isV1 = context.req.path === "/api/v1" || context.req.path.startsWith("/api/v1/");
  return isV1 ? v1FailureResponse(failure, options) : problemResponse(failure, options);
}

/** A path of the contract as the router writes it. */
export const honoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** What can be refused before anything is read: foreign pages and too many requests. */
function refusal(edge: Edge, operation: Operation, context: EdgeContext): MaybeLater<Problem | undefined> {
  if (
    operation.method !== "get" &&
    !bindingsOf(context).inProcess &&
    !isOriginAllowed(context.req.raw.headers, ownOrigin(edge, context))
  ) {
    return problem("request/origin");
  }
  // Limits of keys are counted once the key is known.
  if (edge.limits.lifted || operation.security === "apiKey") return undefined;
  return firstOver(edge, [...operation.limits, ...(operation.successLimits ?? [])], context);
}

/** Counts a request against limits one after the other, up to the first that it is over. */
function firstOver(
  edge: Edge,
  [limit, ...others]: readonly Limit[],
  context: EdgeContext,
): MaybeLater<Problem | undefined> {
  if (limit === undefined) return undefined;
  return after(
    overLimit(edge, limit, limited(edge, limit, context)),
    (refused) => refused ?? firstOver(edge, others, context),
  );
}

const limited = (edge: Edge, limit: Limit, context: EdgeContext): Limited =>
  limit.per === "path" ? context.req.path : edge.clientOf(context);

/** Counts a request against a limit; the problem when it is one too many. */
export const overLimit = (edge: Edge, limit: Limit, who: Limited): MaybeLater<Problem | undefined> =>
  after(edge.limits.take(limit, who), (take) => {
    if (take.taken) return undefined;
    const { retryAfterS } = take;
    return problem("limit/rate", { retryAfterS, params: { seconds: String(retryAfterS) } });
  });

async function authenticated(edge: Edge, context: EdgeContext): Promise<Administrator | undefined> {
  const token = bearerToken(context.req.raw.headers);
  return token === undefined ? undefined : edge.authenticate(token);
}

/** The token of an Authorization header (RFC 6750, section 2.1). */
export const bearerToken = (headers: Headers): string | undefined =>
  /^Bearer ([A-Za-z0-9_-]{20,100})$/i.exec(headers.get("authorization") ?? "")?.[1];

/** Reads and checks what an operation declares of its request. `caller` is whose idempotency keys these are. */
export async function parse<
  Params extends z.ZodType,
  Body extends z.ZodType,
  Wire extends z.ZodType,
  Query extends z.ZodObject,
>(
  edge: Edge,
  operation: Operation<Params, Body, Wire, Query>,
  context: EdgeContext,
  caller: string,
): Promise<Result<Call<z.output<Params>, z.output<Body>, z.output<Query>>, EdgeProblem>> {
  const params = operation.params?.safeParse(context.req.param());
  if (params && !params.success) return err(problem(operation.paramsCode ?? "route/unknown"));
  const query = operation.query === undefined ? undefined : parseQuery(operation.query, context.req.query());
  if (query && !query.ok) return query;
  const body = operation.method === "get" ? ok(undefined) : await parseBody(operation, context.req.raw);
  if (!body.ok) return body;
  const claim = claimOf(edge, operation, context, { caller, body: body.value });
  if (!claim.ok) return claim;
  return ok({
    params: params?.data as z.output<Params>,
    query: query?.value as z.output<Query>,
    body: body.value as z.output<Body>,
    // Worked out when asked for: most operations never do.
    get client() {
      return edge.clientOf(context);
    },
    acceptLanguage: context.req.header("accept-language"),
    headers: context.req.raw.headers,
    outgoing: bindingsOf(context).outgoing,
    context: claim.value ? { idempotency: claim.value } : {},
  });
}

const NO_FIELDS = z.strictObject({});

async function parseBody(operation: Operation, request: Request): Promise<Result<unknown, EdgeProblem>> {
  const json = await readJsonBody(request);
  if (!json.ok) return json;
  const isOptional = operation.body === undefined || operation.bodyOptional;
  if (json.value === undefined && !isOptional) return err(problem("request/malformed"));
  return validateFields(operation.body ?? NO_FIELDS, json.value ?? {});
}

function claimOf(
  edge: Edge,
  operation: Operation,
  context: EdgeContext,
  scope: { caller: string; body: unknown },
): Result<Claim | undefined, Problem> {
  const key = operation.idempotent ? context.req.header("idempotency-key") : undefined;
  if (key === undefined) return ok(undefined);
  const route = `${context.req.method} ${context.req.path}`;
  return newClaim({ key, route, ...scope, atMs: edge.clock.now() });
}
