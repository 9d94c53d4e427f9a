import type { IncomingMessage, ServerResponse } from "node:http";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Administrator } from "../admin/administrator";
import type { MoneyCall } from "../admin/authorizations";
import type { Problem, ProblemCode } from "../core/errors";
import type { Clock } from "../core/ports";
import type { Result } from "../core/result";
import type { Integrator } from "../integrators/api-keys";
import type { Client } from "./client";
import type { Limits } from "./limiter";
import { circuitOf } from "./onion-door";

/** What comes with a request beside itself: both sides of the server's socket, or, inside this process, whose call it is. */
export type EdgeBindings = {
  incoming?: IncomingMessage;
  outgoing?: ServerResponse;
  inProcess?: { client: Client };
};
export type EdgeEnv = { Bindings: EdgeBindings; Variables: { client?: Client } };
export type EdgeContext = Context<EdgeEnv>;

/** Where the transport writes what went wrong; pino's shape. Never given a body, an address or a token. */
export type EdgeLog = {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

/** What every operation needs of its transport. */
export type Edge = {
  app: OpenAPIHono<EdgeEnv>;
  clock: Clock;
  log: EdgeLog;
  limits: Limits;
  /** Whom a request's limits count. */
  clientOf(context: EdgeContext): Client;
  /** The administrator behind a token; undefined when it is not valid (any more). */
  authenticate(token: string): Promise<Administrator | undefined>;
  /** Whose a key of /api/v1 is; undefined when it is unknown or revoked. */
  authenticateKey(secret: string): Promise<Integrator | undefined>;
  /** Whether a key of /api/v1 is not revoked; who asks about one in the same turn shares the look. */
  isKeyLive(id: Integrator["id"]): Promise<boolean>;
  /** Uses up the authorization that an administrator's call needs. Errors: `authorization/…`. */
  authorize(admin: Administrator, call: MoneyCall): Promise<Result<null, Problem>>;
  /** Notes in the audit log that an administrator tried what the role, or the authorization, does not allow. */
  recordRefusal(admin: Administrator, operationId: string, code: ProblemCode): Promise<void>;
  publicUrl: string | undefined;
  /** The origin of the service as an onion (SOTTO_ONION_URL). */
  onionUrl: string | undefined;
  /** The security headers of every answer that is not a page. Written when an answer is made: adding them to a finished one costs a third of the throughput. */
  headers: Readonly<Record<string, string>>;
};

/** Whether Tor brought a request, through the listener that is for Tor only. */
export const isOnion = (context: EdgeContext): boolean =>
  circuitOf(bindingsOf(context).incoming?.socket) !== undefined;

/** The origin of the pages that the sender of a request uses, where it is configured. */
export const ownOrigin = (edge: Edge, context: EdgeContext): string | undefined =>
  isOnion(context) ? edge.onionUrl : edge.publicUrl;

/** The bindings of a request; none where the app is called without any, as tests do. */
export const bindingsOf = (context: EdgeContext): EdgeBindings => context.env ?? {};
