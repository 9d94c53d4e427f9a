import { OpenAPIHono } from "@hono/zod-openapi";
import type { SimnetService } from "../chains/simnet/service";
import { problem } from "../core/errors";
import type { Clock, Random } from "../core/ports";
import { sharedInTurn } from "../core/read-together";
import { err } from "../core/result";
import type { HealthReader } from "../health/reader";
import { clientFrom } from "../http/client";
import { createClientOf } from "../http/client-of";
import type { Edge, EdgeEnv, EdgeLog } from "../http/edge";
import { addOthers, describeFailure } from "../http/failures";
import { createLimits } from "../http/limiter";
import type { ProxyWatch } from "../http/proxy-watch";
import { createOwnSalts } from "../http/salts";
import { securityHeaders } from "../http/security-headers";
import type { SharedLimits } from "../http/shared-limits";
import { createStreams, type Streams } from "../http/streams";
import { createPages, type InProcessApi, type SiteSettings, type WebApp } from "../http/web";
import type { ApiKeys } from "../integrators/api-keys";
import type { PeerCall } from "../peers/peer";
import type { Screening } from "../screening/service";
import type { StatsReader } from "../stats/stats";
import { mountAddressRoutes } from "./address/routes";
import type { AddressVerbs } from "./address/validation";
import { forwardAdministration } from "./administration";
import { mountHealthRoutes } from "./health/routes";
import type { Described } from "./health/view";
import { mountV1Routes } from "./integrators/routes";
import type { V1Verbs } from "./integrators/verbs";
import type { MarketAnswers } from "./market/answers";
import { mountMarketRoutes } from "./market/routes";
import { allowedMethods } from "./methods";
import type { MixerAnswers } from "./mixer/answers";
import { mountMixerRoutes } from "./mixer/routes";
import type { OrderAnswers } from "./orders/answers";
import { mountOrderRoutes } from "./orders/routes";
import { mountProblemRoutes } from "./problems/routes";
import { mountRetentionRoutes, type RetentionVerbs } from "./retention/routes";
import { mountScreeningRoutes } from "./screening/routes";
import { mountSimnetRoutes } from "./simnet/routes";
import { mountStatsRoutes } from "./stats/routes";

export type AppDeps = {
  clock: Clock;
  random: Random;
  log: EdgeLog;
  network: string;
  site: SiteSettings;
  retention: RetentionVerbs;
  /** The origin that visitors see, where it is configured (SOTTO_PUBLIC_URL). */
  publicUrl: string | undefined;
  /** The same as an onion (SOTTO_ONION_URL). */
  onionUrl: string | undefined;
  /** SOTTO_LIMITS=off. */
  limitsLifted: boolean;
  /** What is counted for all public processes together, where REDIS_URL is set. */
  sharedLimits?: Pick<SharedLimits, "counters" | "salts"> | undefined;
  /** The service is behind one proxy: the last hop of X-Forwarded-For is the client. */
  behindProxy: boolean;
  proxyWatch: ProxyWatch;
  /** What the Telegram bot shows, so that x-sotto-client is believed of it too. */
  botSecret?: string | undefined;
  health: HealthReader;
  described: Described;
  market: MarketAnswers;
  stats: StatsReader;
  orders: OrderAnswers;
  /** The administrators' process. */
  administration: PeerCall;
  /** Reads again what an administrator may have changed. */
  afterAdministration: () => Promise<unknown>;
  mixer: MixerAnswers;
  addresses: AddressVerbs;
  screening: Screening;
  apiKeys: Pick<ApiKeys, "authenticate" | "isLive">;
  v1: V1Verbs;
  /** On simnet only. */
  simnet?: SimnetService;
  /** From loadWeb; without it everything outside /api is 404. */
  web?: WebApp;
};

export type App = {
  app: OpenAPIHono<EdgeEnv>;
  streams: Streams;
  /** From now on this process says that it is not ready, so that no new visitor is sent here; live streams end. */
  retire(): void;
};

/** Builds the whole HTTP side: the operations of the contract, and the web app beside them. */
export function createApp(deps: AppDeps): App {
  const app = new OpenAPIHono<EdgeEnv>();
  const edge: Edge = {
    app,
    clock: deps.clock,
    log: deps.log,
    limits: createLimits({
      clock: deps.clock,
      lifted: deps.limitsLifted,
      shared: deps.sharedLimits?.counters,
    }),
    clientOf: createClientOf({ ...deps, salts: deps.sharedLimits?.salts ?? createOwnSalts(deps) }),
    // Administrators are known to their own process only.
    authenticate: async () => undefined,
    authenticateKey: (secret) => deps.apiKeys.authenticate(secret),
    isKeyLive: sharedInTurn((id: string) => deps.apiKeys.isLive(id), String),
    authorize: async () => err(problem("auth/required")),
    recordRefusal: async () => {},
    publicUrl: deps.publicUrl,
    onionUrl: deps.onionUrl,
    headers: securityHeaders({ publicUrl: deps.publicUrl }),
  };
  const streams = createStreams({
    lifted: deps.limitsLifted,
    headers: edge.headers,
    onError: (error) => deps.log.error({ failure: describeFailure(error) }, "a live stream broke off"),
  });
  addOthers(edge, allowedMethods, pagesOf(edge, deps));
  mountHealthRoutes(edge, deps);
  mountMarketRoutes(edge, deps.market);
  mountProblemRoutes(edge);
  mountStatsRoutes(edge, deps.stats);
  mountOrderRoutes(edge, { orders: deps.orders, streams });
  mountRetentionRoutes(edge, deps.retention);
  mountMixerRoutes(edge, deps.mixer);
  mountAddressRoutes(edge, deps.addresses);
  mountScreeningRoutes(edge, deps.screening, deps.addresses);
  forwardAdministration(edge, deps.administration, deps.afterAdministration);
  mountV1Routes(edge, { v1: deps.v1, addresses: deps.addresses, streams });
  if (deps.simnet) mountSimnetRoutes(edge, deps.simnet);
  const retire = (): void => {
    deps.health.retire();
    streams.close();
  };
  return { app, streams, retire };
}

function pagesOf(edge: Edge, { web, site, publicUrl, network }: AppDeps) {
  if (web === undefined) return undefined;
  const { clientDir } = web;
  const handler = web.createHandler({ api: inProcessApi(edge.app), publicUrl, network, site, clientDir });
  return createPages(edge, handler, site.analyticsUrl);
}

/** Calls the app without the network, as a client that x-sotto-client names; from outside that header means nothing. */
export const inProcessApi =
  (app: OpenAPIHono<EdgeEnv>): InProcessApi =>
  async (request) =>
    app.fetch(request, {
      inProcess: { client: clientFrom(request.headers.get("x-sotto-client") ?? "in-process") },
    });
