import { OpenAPIHono } from "@hono/zod-openapi";
import { ChainUnavailable } from "../chains/chain";
import type { SimnetService } from "../chains/simnet/service";
import { problem } from "../core/errors";
import type { Clock, Random } from "../core/ports";
import { isDatabaseUnavailable } from "../db/unavailable";
import type { HealthReader } from "../health/reader";
import { createClientKeyOf } from "../http/client-key";
import type { Edge, EdgeEnv, EdgeLog } from "../http/edge";
import { createLimits } from "../http/limiter";
import { bearerToken, edgeProblem } from "../http/mount";
import { securityHeaders } from "../http/security-headers";
import { createStreams, type Streams } from "../http/streams";
import { type InProcessApi, mountWeb, type SiteSettings, type WebApp } from "../http/web";
import type { ApiKeys } from "../integrators/api-keys";
import type { Screening } from "../screening/service";
import type { StatsReader } from "../stats/stats";
import { type AddressVerbs, mountAddressRoutes } from "./address/routes";
import { actionOf } from "./admin/audit-actions";
import { type AdminServices, mountAdminRoutes } from "./admin/routes";
import { mountHealthRoutes } from "./health/routes";
import type { Described } from "./health/view";
import { mountApiKeyRoutes, mountV1Routes } from "./integrators/routes";
import type { V1Verbs } from "./integrators/verbs";
import type { LoanAnswers } from "./loans/answers";
import { mountLoanRoutes } from "./loans/routes";
import type { MarketAnswers } from "./market/answers";
import { mountMarketRoutes } from "./market/routes";
import { allowedMethods } from "./methods";
import type { MixerAnswers } from "./mixer/answers";
import { mountMixerRoutes } from "./mixer/routes";
import type { OrderAnswers } from "./orders/answers";
import { mountOrderRoutes } from "./orders/routes";
import { mountRetentionRoutes, type RetentionVerbs } from "./retention/routes";
import { mountScreeningRoutes } from "./screening/routes";
import { mountSimnetRoutes } from "./simnet/routes";
import { mountStatsRoutes } from "./stats/routes";

export type AppDeps = AdminServices & {
  clock: Clock;
  random: Random;
  log: EdgeLog;
  network: string;
  site: SiteSettings;
  retention: RetentionVerbs;
  /** The origin that visitors see, where it is configured (SOTTO_PUBLIC_URL). */
  publicUrl: string | undefined;
  /** SOTTO_LIMITS=off. */
  limitsLifted: boolean;
  /** The service is behind one proxy: the last hop of X-Forwarded-For is the client. */
  behindProxy: boolean;
  /** What the Telegram bot shows, so that x-sotto-client is believed of it too. */
  botSecret?: string | undefined;
  health: HealthReader;
  described: Described;
  market: MarketAnswers;
  stats: StatsReader;
  orders: OrderAnswers;
  loans: LoanAnswers;
  mixer: MixerAnswers;
  addresses: AddressVerbs;
  screening: Screening;
  apiKeys: ApiKeys;
  v1: V1Verbs;
  /** On simnet only. */
  simnet?: SimnetService;
  /** From loadWeb; without it everything outside /api is 404. */
  web?: WebApp;
};

export type App = {
  app: OpenAPIHono<EdgeEnv>;
  /** Ends the live streams; called before the server closes. */
  streams: Streams;
  /** From now on this process says that it is not ready, so that no new visitor is sent here. */
  retire(): void;
};

/** Builds the whole HTTP side: the operations of the contract, and the web app beside them. */
export function createApp(deps: AppDeps): App {
  const app = new OpenAPIHono<EdgeEnv>();
  const edge: Edge = {
    app,
    clock: deps.clock,
    log: deps.log,
    limits: createLimits({ clock: deps.clock, lifted: deps.limitsLifted }),
    clientKeyOf: createClientKeyOf(deps),
    authenticate: (token) => deps.sessions.authenticate(token),
    authenticateKey: (secret) => deps.apiKeys.authenticate(secret),
    recordRefusal: (admin, operationId) => deps.audit.refused(admin, actionOf(operationId), "auth/forbidden"),
    publicUrl: deps.publicUrl,
    headers: securityHeaders({ publicUrl: deps.publicUrl }),
  };
  const streams = createStreams({
    lifted: deps.limitsLifted,
    headers: edge.headers,
    onError: (error) => deps.log.error({ failure: describe(error) }, "a live stream broke off"),
  });
  addFailures(edge);
  mountHealthRoutes(edge, deps);
  mountMarketRoutes(edge, deps.market);
  mountStatsRoutes(edge, deps.stats);
  mountOrderRoutes(edge, { orders: deps.orders, streams });
  mountRetentionRoutes(edge, deps.retention);
  mountMixerRoutes(edge, deps.mixer);
  mountAddressRoutes(edge, deps.addresses);
  mountScreeningRoutes(edge, deps.screening);
  mountAdminRoutes(edge, deps);
  mountApiKeyRoutes(edge, deps.apiKeys);
  mountV1Routes(edge, deps.v1);
  mountLoanRoutes(edge, deps.loans);
  if (deps.simnet) mountSimnetRoutes(edge, deps.simnet);
  if (deps.web) {
    const handler = deps.web.createHandler({
      api: inProcessApi(app),
      publicUrl: deps.publicUrl,
      network: deps.network,
      site: deps.site,
      clientDir: deps.web.clientDir,
    });
    mountWeb(edge, handler);
  }
  return { app, streams, retire: () => deps.health.retire() };
}

/** Calls the app without the network, as a client that x-sotto-client names; from outside that header means nothing. */
export const inProcessApi =
  (app: OpenAPIHono<EdgeEnv>): InProcessApi =>
  async (request) =>
    app.fetch(request, { inProcess: { clientKey: request.headers.get("x-sotto-client") ?? "in-process" } });

function addFailures(edge: Edge): void {
  edge.app.notFound(async (context) => {
    const allowed = allowedMethods(context.req.path);
    if (allowed.length > 0 && !allowed.includes(context.req.method)) {
      return edgeProblem(edge, context, problem("method/unknown"), { allow: allowed.join(", ") });
    }
    // A caller without a token does not learn which calls administrators have.
    if (context.req.path.startsWith("/api/admin/")) {
      const token = bearerToken(context.req.raw.headers);
      const admin = token === undefined ? undefined : await edge.authenticate(token);
      if (!admin) return edgeProblem(edge, context, problem("auth/required"));
    }
    return edgeProblem(edge, context, problem("route/unknown"));
  });
  edge.app.onError((error, context) => {
    const isOutside = error instanceof ChainUnavailable || isDatabaseUnavailable(error);
    if (isOutside) edge.log.warn({ failure: describe(error) }, "a request met an unavailable part");
    else edge.log.error({ failure: describe(error) }, "a request failed");
    return edgeProblem(edge, context, problem(isOutside ? "service/unavailable" : "internal"));
  });
}

/** What may be logged of a failure: names and stack lines, but no message, which may quote what a visitor sent. */
function describe(error: unknown): { name: string; at: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const at = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    name: error.cause instanceof Error ? `${error.name} from ${error.cause.name}` : error.name,
    at: at.slice(0, 12),
  };
}
