import type { Logger } from "pino";
import { knownChains } from "./chains/known";
import type { Config } from "./config";
import { ConfigError } from "./config-error";
import type { AssetCode } from "./core/assets";
import type { Clock } from "./core/ports";
import { closeDatabase, type Database, openDatabase } from "./db/client";
import { untilThere } from "./db/connect";
import { requireNetwork } from "./db/installation";
import type { LoginRole } from "./db/login-roles";
import { requirePlainLogin } from "./db/logins";
import { readMigrations, requireMigrated } from "./db/migrations";
import { createNotifier, type Notifier } from "./db/notifications";
import { compareClocks, startHeart } from "./health/heart";
import { createTimeWatch, databaseTime, type TimeWatch } from "./health/time-watch";
import { runLoop } from "./loop";
import { createPriceReader } from "./market/price-reader";
import { createScreening } from "./screening/service";
import { systemRandom } from "./system-random";

/** What a process is built with, whichever it is. */
export type ProcessParts = {
  version: string;
  log: Logger;
  /** Whether this process's clock may be believed; a watch over the system's clock where it is absent. */
  time?: TimeWatch;
};

/** A process that works, until it is stopped. */
export type Running = { stop(): Promise<void> };

/** Ends the parts of a process in the order opposite to that in which they began. */
export type Closers = {
  closing<Value>(value: Value, close: () => Promise<void>): Value;
  stop(): Promise<void>;
};

export function createClosers(log: Logger): Closers {
  const closers: (() => Promise<void>)[] = [];
  return {
    closing(value, close) {
      closers.unshift(close);
      return value;
    },
    async stop() {
      for (const close of closers.splice(0)) {
        await close().catch((error: unknown) =>
          log.warn({ failure: String(error) }, "a part did not stop cleanly"),
        );
      }
    },
  };
}

/** Builds a process by `build`, and ends what it has begun where that fails. */
export async function composed<Built>(
  log: Logger,
  build: (closers: Closers) => Promise<Built>,
): Promise<Built & { stop(): Promise<void> }> {
  const closers = createClosers(log);
  try {
    return { ...(await build(closers)), stop: closers.stop };
  } catch (error) {
    await closers.stop();
    throw error;
  }
}

const systemClock: Clock = { now: () => Date.now() };
/** Of each process. Each is a process of the server, with plans and caches of its own. */
const CONNECTIONS_MAX = 8;
/** The signer reads a few records for each signature. */
const SIGNER_CONNECTIONS_MAX = 3;

/**
 * Connects a process to the database by its own login, and begins its heartbeat. Throws UnsafeLogin where the login may
 * do more than its role, WrongNetwork and WrongSchema where the database is not this version's and network's.
 */
export async function openProcess(
  config: Config,
  role: LoginRole,
  { log, time }: ProcessParts,
  closers: Closers,
) {
  if (config.databaseUrl === undefined)
    throw new ConfigError(
      `DATABASE_URL: a process of the role ${role} needs its own login; \`sotto-api logins\` writes it`,
    );
  const watch = time ?? createTimeWatch({ log });
  const database = openDatabase({
    url: config.databaseUrl,
    role,
    connectionsMax: role === "signer" ? SIGNER_CONNECTIONS_MAX : CONNECTIONS_MAX,
  });
  closers.closing(database, () => closeDatabase(database));
  await untilThere(database, (message) => log.info(message));
  await requirePlainLogin(database, role);
  await requireMigrated(database, readMigrations());
  await requireNetwork(database, config.network);
  await compareClocks(database, watch);
  const clock = databaseTime(systemClock, watch);
  const parts = { config, database, clock, random: systemRandom, time: watch, log };
  return {
    ...parts,
    /** Says from now on that this process works. */
    async beat(): Promise<void> {
      const name = Buffer.from(systemRandom.bytes(8)).toString("hex");
      const heart = await startHeart({ database, time: watch, process: name, log });
      closers.closing(heart, () => heart.stop());
    },
  };
}

const CURRENT_PRICES_EVERY_MS = 500;
/** What changes without a word shows after so long. */
const CURRENT_PRICES_REST_MS = 10_000;

/** What those processes share that make or look at orders: news of changes, current prices, screening. */
export async function openMarket(
  { config, database, clock, log }: { config: Config; database: Database; clock: Clock; log: Logger },
  { closing }: Closers,
) {
  const notifier: Notifier = await createNotifier(database.$client);
  closing(notifier, () => notifier.close());
  const chains = knownChains(config);
  const assets = new Set<AssetCode>([...chains.values()].flatMap((chain) => [...chain.assets]));
  const prices = createPriceReader({ database, assets, clock });
  const screening = createScreening({ dir: config.screeningDir, clock, log });
  return {
    notifier,
    chains,
    assets,
    prices,
    screening,
    /** Reads the current prices, and again whenever they or, with an order, the reserves change. */
    async followPrices(): Promise<void> {
      await prices.refresh();
      const following = runLoop(
        { notifier, log },
        {
          name: "current-prices",
          everyMs: CURRENT_PRICES_EVERY_MS,
          restMs: CURRENT_PRICES_REST_MS,
          wokenBy: ["market", "outbox"],
          ...{ isPatient: true, restsAtOnce: true },
          run: () => prices.refresh().then(() => false),
        },
      );
      closing(following, () => following.stop());
    },
  };
}
