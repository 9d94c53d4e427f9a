import { createRoute, z } from "@hono/zod-openapi";
import type { AdminRole } from "../admin/roles";
import { PROBLEM_STATUS, type ProblemCode } from "../core/errors";
import { AUTHORIZATION_REQUIRED, type Conflict } from "./conflict";
import type { Limit, StatedLimit } from "./limiter";
import { headersOf } from "./operation-headers";
import { problemSchema, v1FailureSchema } from "./wire";

export type Method = "get" | "post" | "delete";
/** `public` needs nothing, `bearer` an administrator's token, `apiKey` a key of the third-party base `/api/v1`. */
export type Security = "public" | "bearer" | "apiKey";

/** What an operation is, for the contract and for the server alike. */
export type OperationSpec<
  Params extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
> = {
  method: Method;
  /** In OpenAPI's notation, below the origin: `/api/stats/{day}`. */
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  tag: string;
  params?: Params;
  /** The code of a path parameter that does not have its form; 400. */
  paramsCode?: ProblemCode;
  /** Query parameters of a read. */
  query?: Query;
  /** Absent: the operation takes no body. */
  body?: Body;
  /** An empty body stands for `{}`. */
  bodyOptional?: boolean;
  bodyExample?: z.input<Body>;
  answer: Answer;
  answerStatus?: 200 | 201;
  answerDescription: string;
  answerExample: z.infer<Answer>;
  /** Set for a stream: what comes over it, piece by piece, instead of `answerExample`. */
  answerExamples?: Readonly<Record<string, { summary: string; value: string }>>;
  /** Set for answers that are not JSON. */
  answerMediaType?: "image/svg+xml" | "text/event-stream";
  /** Set where the answer may also be 204: what that says. */
  emptyDescription?: string;
  /** Those of its problems that carry figures of their own. */
  conflicts?: readonly Conflict[];
  /** The expected failures that are this operation's own; those of its body, limit and security are added. */
  problems: readonly ProblemCode[];
  security: Security;
  /** The least role of an administrator who may call it; needed where security is `bearer`. */
  role?: AdminRole;
  /**
   * Set for what moves or commits money: the path parameters and fields of the body that say what of. Where one-time codes
   * are required, a call needs an authorization that lists it.
   */
  money?: readonly string[];
  /** May be called before a generated password was changed. */
  beforePasswordChange?: boolean;
  limits: readonly Limit[];
  /** Limits that count only successful answers, so that a visitor's typing errors do not use them up. */
  successLimits?: readonly Limit[];
  /** Limits that the operation's own code counts. */
  statedLimits?: readonly StatedLimit[];
  /** Takes an Idempotency-Key. */
  idempotent?: boolean;
  /** A stream of events: takes the id of the last one that its reader has. */
  resumes?: boolean;
  /** Same answer for everybody: carries an ETag. */
  cached?: boolean;
  /** Set where the answer may also come with 503: what that says. */
  unavailableDescription?: string;
};

export type Operation<
  Params extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
> = OperationSpec<Params, Body, Answer, Query> & { route: ReturnType<typeof createRoute> };

/** Declares an operation once: its validation, its limits and its page of the contract all come from this. */
export function defineOperation<
  Params extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Query extends z.ZodObject,
>(spec: OperationSpec<Params, Body, Answer, Query>): Operation<Params, Body, Answer, Query> {
  return { ...spec, route: createRoute(routeConfig(spec)) };
}

const AUTHORIZATION_CODES = [
  "authorization/required",
  "authorization/unknown",
  "authorization/not-listed",
  "authorization/used",
  "authorization/expired",
] as const satisfies readonly ProblemCode[];

/** Every problem the operation can answer, its own and those of its transport. */
export function problemCodes(spec: OperationSpec<z.ZodType, z.ZodType, z.ZodType>): ProblemCode[] {
  const codes = new Set<ProblemCode>(spec.problems);
  if (spec.paramsCode) codes.add(spec.paramsCode);
  if (spec.method !== "get") codes.add("request/origin");
  if (spec.method !== "get") {
    codes.add("request/malformed").add("request/too-large").add("request/media-type");
  }
  if (spec.method !== "get" || spec.query) codes.add("request/invalid");
  codes.add("field/unknown");
  if (spec.security === "bearer") codes.add("auth/required");
  if (spec.security === "bearer" && !spec.beforePasswordChange) codes.add("password/change-required");
  if (spec.security === "apiKey") codes.add("auth/api-key");
  if (spec.role !== undefined && spec.role !== "viewer") codes.add("auth/forbidden");
  if (spec.money !== undefined) for (const code of AUTHORIZATION_CODES) codes.add(code);
  if (spec.limits.length > 0) codes.add("limit/rate");
  if (spec.idempotent) codes.add("request/key").add("idempotency/in-flight").add("idempotency/mismatch");
  return [...codes.add("internal").add("service/unavailable")];
}

function routeConfig(
  spec: OperationSpec<z.ZodType, z.ZodType, z.ZodType>,
): Parameters<typeof createRoute>[0] {
  return {
    method: spec.method,
    path: spec.path,
    operationId: spec.operationId,
    summary: spec.summary,
    ...describe(spec),
    tags: [spec.tag],
    security: spec.security === "public" ? [{}] : [{ [spec.security]: [] }],
    request: request(spec),
    responses: {
      [spec.answerStatus ?? 200]: {
        description: spec.answerDescription,
        ...(spec.cached
          ? {
              headers: {
                ETag: { schema: { type: "string" as const }, description: "Version of the response." },
              },
            }
          : {}),
        content: {
          [spec.answerMediaType ?? "application/json"]: { schema: spec.answer, ...answerExamples(spec) },
        },
      },
      ...(spec.cached ? { 304: { description: "Not modified: the ETag in If-None-Match is current." } } : {}),
      ...(spec.emptyDescription === undefined ? {} : { 204: { description: spec.emptyDescription } }),
      ...failures(spec),
      ...(spec.unavailableDescription === undefined ? {} : unavailableResponse(spec)),
    },
  };
}

const answerExamples = ({
  answerExample,
  answerExamples: examples,
}: OperationSpec<z.ZodType, z.ZodType, z.ZodType>) =>
  examples === undefined ? { example: answerExample } : { examples };

const unavailableResponse = ({
  answer,
  unavailableDescription = "",
}: OperationSpec<z.ZodType, z.ZodType, z.ZodType>) => ({
  503: { description: unavailableDescription, content: { "application/json": { schema: answer } } },
});

/** What an operation does or answers, the role that it needs, and its limits. */
function describe(spec: OperationSpec<z.ZodType, z.ZodType, z.ZodType>): { description: string } {
  const role = spec.role === undefined ? [] : [`Needs the role ${spec.role}.`];
  const limits = spec.limits.map((limit) => limitSentence(limit, spec.security));
  const made = (spec.successLimits ?? []).map(
    ({ requests, windowMs }) => `${requests} ${windowText(windowMs)}`,
  );
  const succeeding = made.length === 0 ? [] : [`Of these, ${made.join(" and ")} may succeed.`];
  const sentences = [spec.description ?? spec.answerDescription, ...role, ...limits, ...succeeding];
  return { description: sentences.join(" ") };
}

function limitSentence({ requests, windowMs, per }: Limit, security: Security): string {
  const who = per === "path" ? "path" : security === "apiKey" ? "key" : "client";
  return `Limit: ${requests} ${requests === 1 ? "request" : "requests"} ${windowText(windowMs)} for each ${who}.`;
}

const MINUTE_MS = 60_000;
const WINDOWS: Readonly<Record<number, string>> = {
  1000: "a second",
  [MINUTE_MS]: "a minute",
  [60 * MINUTE_MS]: "an hour",
  [24 * 60 * MINUTE_MS]: "a day",
};

/** A window of time as words: `a minute`, `in 10 seconds`. */
export const windowText = (windowMs: number): string =>
  WINDOWS[windowMs] ??
  (windowMs < MINUTE_MS ? `in ${windowMs / 1_000} seconds` : `in ${windowMs / MINUTE_MS} minutes`);

/** A code as the name of a component, which may hold no slash; /api/v1 has examples of its own. */
export const exampleName = (code: ProblemCode, { security }: Pick<Operation, "security">): string =>
  `${security === "apiKey" ? "v1." : ""}${code.replaceAll("/", ".")}`;

type RouteRequest = NonNullable<Parameters<typeof createRoute>[0]["request"]>;

function request(spec: OperationSpec<z.ZodType, z.ZodType, z.ZodType>): RouteRequest {
  return {
    ...(spec.params ? { params: spec.params as NonNullable<RouteRequest["params"]> } : {}),
    ...(spec.query ? { query: spec.query } : {}),
    ...headersOf(spec),
    ...(spec.body
      ? {
          body: {
            required: !spec.bodyOptional,
            content: { "application/json": { schema: spec.body, example: spec.bodyExample ?? {} } },
          },
        }
      : {}),
  };
}

/**
 * The HTTP status of a problem under /api/v1, which uses fewer of them: bad input is 400, and 422 is only for
 * idempotency.
 */
export function v1Status(code: ProblemCode): number {
  const status = PROBLEM_STATUS[code];
  if (code.startsWith("idempotency/")) return status;
  return [413, 415, 422].includes(status) ? 400 : status;
}

/** What an operation answers when it fails: by status, with an example of each code. */
function failures(spec: OperationSpec<z.ZodType, z.ZodType, z.ZodType>) {
  const isV1 = spec.security === "apiKey";
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of problemCodes(spec)) {
    const status = isV1 ? v1Status(code) : PROBLEM_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const statuses = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    statuses.map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(", "),
        ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
        content: {
          [isV1 ? "application/json" : "application/problem+json"]: {
            schema: failureSchema(spec, codes),
            examples: Object.fromEntries(
              codes.map((code) => [code, { $ref: `#/components/examples/${exampleName(code, spec)}` }]),
            ),
          },
        },
      },
    ]),
  );
}

const RETRY_AFTER = {
  "Retry-After": {
    schema: { type: "integer" as const },
    description: "How many seconds to wait before the next try.",
  },
};

function failureSchema(
  spec: OperationSpec<z.ZodType, z.ZodType, z.ZodType>,
  codes: readonly ProblemCode[],
): z.ZodType {
  const isV1 = spec.security === "apiKey";
  const plain = isV1 ? v1FailureSchema : problemSchema;
  const own = conflictsOf(spec)
    .filter(({ code }) => codes.includes(code))
    .map(({ problem, failure }) => (isV1 ? failure : problem));
  return own.length === 0 ? plain : z.union([...own, plain]);
}

/** The problems of an operation that carry figures of their own. */
export const conflictsOf = ({
  conflicts = [],
  money,
}: OperationSpec<z.ZodType, z.ZodType, z.ZodType>): readonly Conflict[] =>
  money === undefined ? conflicts : [...conflicts, AUTHORIZATION_REQUIRED];
