import { join } from "node:path";
import type { Logger } from "pino";
import { isTokenContract } from "./address/contracts";
import { createAddressBook } from "./address/deposit-address";
import { createOwnAddresses } from "./address/store";
import { addressNetworkOf } from "./chains/addresses/bitcoin-networks";
import { validateAddress } from "./chains/addresses/validate";
import type { KnownChain } from "./chains/known";
import { depthPolicy } from "./chains/policy";
import type { SimnetService } from "./chains/simnet/service";
import { isHeldBack } from "./chains/unproven";
import { loadPublicWallets } from "./chains/wallet-store";
import type { Config } from "./config";
import { ASSETS, type AssetCode, assetOf, type ChainId } from "./core/assets";
import { type Problem, problem } from "./core/errors";
import { orderIdOf } from "./core/ids";
import type { Clock, Random } from "./core/ports";
import { err, ok, type Result } from "./core/result";
import type { Database } from "./db/client";
import type { Notifier } from "./db/notifications";
import { createHealthReader } from "./health/reader";
import type { TimeWatch } from "./health/time-watch";
import { createProxyWatch } from "./http/proxy-watch";
import type { SharedLimits } from "./http/shared-limits";
import { loadWeb } from "./http/web";
import { createApiKeys, createKeyOrders } from "./integrators/api-keys";
import { type DepthOf, estimatedSeconds, mixSeconds } from "./market/estimate";
import { isActive } from "./market/market";
import type { PriceReader } from "./market/price-reader";
import { createEngine } from "./orders/engine/apply";
import type { Order } from "./orders/machine/order";
import type { PeerCall } from "./peers/peer";
import { claimByNote } from "./retention/claim";
import { deleteOrder } from "./retention/service";
import type { AddressVerbs } from "./routes/address/validation";
import { type App, type AppDeps, createApp } from "./routes/app";
import { createV1 } from "./routes/integrators/v1-service";
import { createLoanAnswers, type LoanAnswers } from "./routes/loans/answers";
import { createMarketAnswers } from "./routes/market/answers";
import { createMixerAnswers } from "./routes/mixer/answers";
import { createOrderAnswers } from "./routes/orders/answers";
import type { Screening } from "./screening/service";
import { stakeOf } from "./stake";
import { createStatsReader } from "./stats/stats";

/** What those who answer are built with: the public process, and the administrators'. */
export type AnsweringDeps = {
  config: Config;
  /** A pool of the process's own login. */
  database: Database;
  /** For their links: who answers calls no node. */
  chains: ReadonlyMap<ChainId, KnownChain>;
  assets: ReadonlySet<AssetCode>;
  prices: PriceReader;
  screening: Screening;
  notifier: Notifier;
  clock: Clock;
  time: TimeWatch;
  random: Random;
  log: Logger;
};

export type HttpDeps = AnsweringDeps & {
  version: string;
  simnet: SimnetService | null;
  /** The administrators' process. */
  administration: PeerCall;
  sharedLimits: SharedLimits | undefined;
};

/** Loads the pages as they are built; undefined where they are not. A process loads them once. */
export const loadBuiltWeb = () =>
  loadWeb({
    bundleFile: join(webDist(), "server", "entry-server.js"),
    clientDir: join(webDist(), "client"),
  });

/** Builds the public side: no private key, no node, and no right to write deposits, ledger, legs or attempts. */
export async function composeHttp(deps: HttpDeps): Promise<App> {
  const { config, database, prices, clock, random, log } = deps;
  const web = await loadBuiltWeb();
  const proxyWatch = createProxyWatch({ clock, log });
  const { loans: _administrators, ...exchange } = await composeExchange(deps);
  return createApp({
    clock,
    random,
    log,
    network: config.network,
    site: config.site,
    publicUrl: config.publicUrl,
    onionUrl: config.onion.url,
    limitsLifted: config.limitsLifted,
    behindProxy: config.behindProxy,
    proxyWatch,
    sharedLimits: deps.sharedLimits,
    botSecret: config.botSecret,
    health: createHealthReader({
      ...deps,
      chains: [...deps.chains.keys()],
      isHeldBack: (chain) => isHeldBack(config, chain),
      isProxyIgnored: () => proxyWatch.isProxyIgnored(),
      areLimitsAlone: () => deps.sharedLimits?.isLost() === true,
    }),
    described: { version: deps.version, network: config.network, assets: deps.assets },
    stats: createStatsReader({
      database,
      clock,
      activeCurrencies: () => ASSETS.filter(({ code }) => isActive(prices.current(), code)).length,
    }),
    addresses: addressVerbs(config),
    screening: deps.screening,
    ...exchange,
    apiKeys: createApiKeys({ database, clock, random }),
    administration: deps.administration,
    afterAdministration: () => prices.refresh(),
    ...(deps.simnet === null ? {} : { simnet: deps.simnet }),
    ...(web === undefined ? {} : { web }),
  });
}

/** What customers, integrators and loans use: rates, orders, mixes and what becomes of them afterwards. */
export async function composeExchange(deps: AnsweringDeps) {
  const { config, database, prices, clock, random, notifier } = deps;
  const checks = addressChecks(deps);
  const pace = paceOf(config);
  const mixer = mixerOffer(config);
  const made = createOrderAnswers({
    database,
    prices,
    clock,
    random,
    notifier,
    checks,
    mixer,
    addresses: createAddressBook(await loadPublicWallets(database), loadPublicWallets),
    paymentWindowMs: config.paymentWindowMs,
    engine: createEngine({ database, ledger: null, notifier }),
    explorers: deps.chains,
    ...orderEstimates(deps),
  });
  const answers = createMarketAnswers({
    database,
    prices,
    clock,
    random,
    pace,
    depthOf: depthNow(deps),
    mixer,
  });
  const timed = inTrustedTime(deps.time);
  const orders = { ...made, create: timed(made.create), decide: timed(made.decide) };
  const market = { ...answers, calculate: timed(answers.calculate) };
  const retention: AppDeps["retention"] = {
    delete: (id) => deleteOrder({ database, clock, notifier }, orderIdOf(id)),
    async claim(claim) {
      const claimed = await claimByNote({ database, clock, random, prices, checks }, claim);
      if (claimed.ok) notifier.wake("outbox");
      return claimed;
    },
  };
  const keyOrders = createKeyOrders(database);
  return {
    market,
    orders,
    v1: createV1({ orders, market, retention, keyOrders, lifted: config.limitsLifted }),
    mixer: createMixerAnswers({ database, prices, clock, random, pace, depthOf: depthNow(deps), mixer }),
    loans: createLoanAnswers({
      database,
      prices,
      clock,
      notifier,
      checks,
      limits: config.loanApproval,
    }),
    retention,
  } satisfies Partial<AppDeps> & { loans: LoanAnswers };
}

/** A wrong clock is corrected by a person: it takes a while. */
const CLOCK_RETRY_S = 60;

/** Refuses what depends on the time, as `service/unavailable`, while this process's clock is not to be trusted. */
export const inTrustedTime =
  ({ isTrusted }: TimeWatch) =>
  <Given extends unknown[], Value>(verb: (...given: Given) => Promise<Result<Value, Problem>>) =>
  async (...given: Given): Promise<Result<Value, Problem>> =>
    isTrusted() ? verb(...given) : err(problem("service/unavailable", { retryAfterS: CLOCK_RETRY_S }));

const paceOf = ({ network, simnetBlockMs }: Config) => ({ network, simnetBlockMs });

/** Simnet has no network to hide in: there nothing could go through Tor. */
const mixerOffer = (config: Config) => ({
  offered: config.mixer,
  torAvailable: config.torSocks !== undefined && config.network !== "simnet",
});

/** The checks that need no order. */
function addressVerbs(config: Config): AddressVerbs {
  const contracts = contractsByChain(config);
  const parse: AddressVerbs["parse"] = (asset, address) => {
    const parsed = validateAddress({ asset, address, network: addressNetworkOf(config.network) });
    return parsed.ok ? ok(parsed.value.normalized) : parsed;
  };
  return {
    parse,
    validate(asset, address) {
      const parsed = parse(asset, address);
      const { chain } = assetOf(asset);
      return parsed.ok && isTokenContract(chain, parsed.value, contracts.get(chain))
        ? err("address/contract")
        : parsed;
    },
  };
}

function contractsByChain(config: Config): ReadonlyMap<ChainId, readonly string[]> {
  const contracts = new Map<ChainId, string[]>();
  for (const [code, contract] of Object.entries(config.contracts) as [AssetCode, string][]) {
    const { chain } = assetOf(code);
    contracts.set(chain, [...(contracts.get(chain) ?? []), contract]);
  }
  return contracts;
}

/** What an address is checked against before anything is paid to it. */
export function addressChecks({ config, database, screening }: AnsweringDeps) {
  return {
    isOurs: createOwnAddresses(database),
    contracts: contractsByChain(config),
    network: addressNetworkOf(config.network),
    isListed: (address: string) => screening.isListed(address),
  };
}

/** How deep a deposit of so much must lie at the prices of now. */
const depthNow =
  ({ config, prices, clock }: AnsweringDeps): DepthOf =>
  (asset, units) => {
    const { chain } = assetOf(asset);
    const stake = stakeOf(prices, clock, [{ asset, units }]);
    return depthPolicy(chain, config.network, stake, config.confirmations[chain]);
  };

/** How deep a deposit must lie before it is credited, and how long an order takes. */
function orderEstimates(deps: AnsweringDeps) {
  const pace = paceOf(deps.config);
  const depthOf = depthNow(deps);
  const mixSecondsOf = ({ terms, mix }: Order): number =>
    mixSeconds(
      terms.mixer === undefined ? null : { ...terms.mixer.settings, ...mix },
      terms.receiveAsset,
      pace,
    );
  return {
    confirmationsRequired: (asset, units) => depthOf(asset, units).confirmations,
    estimatedSeconds: (order, confirmations) => {
      const { sendAsset: send, receiveAsset: receive, sendUnits } = order.terms;
      const depth = { ...depthOf(send, sendUnits), confirmations };
      return estimatedSeconds({ send, receive }, depth, pace) + mixSecondsOf(order);
    },
    mixSeconds: mixSecondsOf,
  } satisfies Pick<
    Parameters<typeof createOrderAnswers>[0],
    "confirmationsRequired" | "estimatedSeconds" | "mixSeconds"
  >;
}

/** The built web app: beside the built api, or beside its sources. */
const webDist = (): string => join(import.meta.dirname, "..", "..", "web", "dist");
