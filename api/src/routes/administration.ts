import { OpenAPIHono } from "@hono/zod-openapi";
import { problem } from "../core/errors";
import type { Clock } from "../core/ports";
import { ok } from "../core/result";
import type { Client } from "../http/client";
import type { Edge, EdgeEnv, EdgeLog } from "../http/edge";
import { addOthers } from "../http/failures";
import { createLimits } from "../http/limiter";
import { bearerToken, edgeProblem, serve } from "../http/mount";
import { securityHeaders } from "../http/security-headers";
import type { ApiKeys } from "../integrators/api-keys";
import type { PeerCall } from "../peers/peer";
import { adminLogin } from "./admin/account-operations";
import { actionOf } from "./admin/audit-actions";
import { type AdminServices, mountAdminRoutes } from "./admin/routes";
import { OPERATIONS } from "./contract";
import { mountApiKeyRoutes } from "./integrators/routes";
import type { LoanAnswers } from "./loans/answers";
import { mountLoanRoutes } from "./loans/routes";
import { allowedMethods } from "./methods";
import type { OrderAnswers } from "./orders/answers";
import { mountAdminOrderRoutes } from "./orders/routes";

export type AdminAppDeps = AdminServices & {
  clock: Clock;
  log: EdgeLog;
  publicUrl: string | undefined;
  orders: OrderAnswers;
  loans: LoanAnswers;
  apiKeys: ApiKeys;
};

/**
 * Builds what administrators call. It answers the public process only, which has checked origins and limits; who asks is
 * proved to it by a token.
 */
export function createAdminApp(deps: AdminAppDeps): PeerCall {
  const app = new OpenAPIHono<EdgeEnv>();
  const edge: Edge = {
    app,
    clock: deps.clock,
    log: deps.log,
    limits: createLimits({ clock: deps.clock, lifted: true }),
    clientOf: () => PUBLIC_PROCESS,
    authenticate: (token) => deps.sessions.authenticate(token),
    authenticateKey: async () => undefined,
    isKeyLive: async () => false,
    authorize: (admin, call) => deps.authorizations.use(admin, call),
    recordRefusal: (admin, operationId, code) => deps.audit.refused(admin, actionOf(operationId), code),
    publicUrl: deps.publicUrl,
    onionUrl: undefined,
    headers: securityHeaders({ publicUrl: deps.publicUrl }),
  };
  addOthers(edge, allowedMethods);
  // A caller without a token does not learn which calls administrators have.
  app.notFound(async (context) => {
    const token = bearerToken(context.req.raw.headers);
    const admin = token === undefined ? undefined : await edge.authenticate(token);
    return edgeProblem(edge, context, problem(admin === undefined ? "auth/required" : "route/unknown"));
  });
  mountAdminRoutes(edge, deps);
  mountAdminOrderRoutes(edge, deps.orders);
  mountApiKeyRoutes(edge, deps.apiKeys);
  mountLoanRoutes(edge, deps.loans);
  return async (request) => app.fetch(request, { inProcess: { client: PUBLIC_PROCESS } });
}

const PUBLIC_PROCESS: Client = { key: "the public process", shared: [] };

/** Whether an operation is the administrators', so that the public process only passes it on. */
const isAdministration = (operation: (typeof OPERATIONS)[number]): boolean =>
  operation.security === "bearer" || operation.operationId === adminLogin.operationId;

/**
 * Passes the administrators' operations on to their process, after the checks of every request. `afterChange` reads again
 * what this process knows, so that what follows the answer sees the change.
 */
export function forwardAdministration(
  edge: Edge,
  administration: PeerCall,
  afterChange: () => Promise<unknown>,
): void {
  const forward: PeerCall = async (request) => {
    const answer = await administration(request);
    if (request.method !== "GET" && answer.ok) await afterChange();
    return answer;
  };
  for (const operation of OPERATIONS.filter(isAdministration))
    serve(edge, operation, async (context) => ok(await forward(context.req.raw)));
  edge.app.all("/api/admin/*", async (context, next) => {
    const allowed = allowedMethods(context.req.path);
    if (allowed.length > 0 && !allowed.includes(context.req.method)) return next();
    return forward(context.req.raw);
  });
}
