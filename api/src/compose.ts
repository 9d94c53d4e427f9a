import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { ensureFirstAdmin } from "./admin/accounts";
import { connectChains } from "./chains/connect";
import { premineFloat } from "./chains/simnet/premine";
import { createSimnetService } from "./chains/simnet/service";
import { openSigner } from "./chains/wallet-open";
import { loadPublicWallets } from "./chains/wallet-store";
import { composeHttp } from "./compose-http";
import { composeWorker } from "./compose-worker";
import type { Config } from "./config";
import { type AssetCode, assetOf } from "./core/assets";
import type { Clock, Random } from "./core/ports";
import { seededRandom } from "./core/seeded-random";
import { closeDatabase, type Database, openDatabase } from "./db/client";
import { connectServer, migrateDatabase, type Server } from "./db/connect";
import { openInstallation } from "./db/installation";
import { createNotifier } from "./db/notifications";
import { startHeart } from "./health/heart";
import { returnLease, takeLease } from "./health/lease-store";
import { createTimeWatch, type TimeWatch } from "./health/time-watch";
import { PRICE_SCALE } from "./market/price";
import { createPriceReader } from "./market/price-reader";
import { referencePrice, simulatedRates } from "./market/rates";
import { ensureKeyring, keyringName, openKeyring } from "./mixing/keyring-store";
import { legRecord } from "./payouts/leg-store";
import { hasUnplannedSpend } from "./payouts/unplanned-store";
import { newNoteKey } from "./retention/note";
import { keepNoteKey } from "./retention/store";
import type { App } from "./routes/app";
import { createScreening } from "./screening/service";
import type { Worker } from "./worker";

export type Running = {
  app: App | null;
  /** The first administrator's password, where it was generated now. */
  admin: { username: string; password?: string } | null;
  server: Server;
  stop(): Promise<void>;
};

const systemClock: Clock = { now: () => Date.now() };
const systemRandom: Random = { bytes: (count) => randomBytes(count) };
const CURRENT_PRICES_EVERY_MS = 500;
/** Prices are read every 5 s: a worker that ends without a word is followed by another after so long. */
const PRICE_LEASE_MS = 15_000;
/** Of each role. Each is a process of the server, with plans and caches of its own. */
const CONNECTIONS_MAX = 8;

/** Builds the parts of this role and wires them; nothing else in the program does. */
export async function compose(
  config: Config,
  parts: {
    version: string;
    log: Logger;
    /** Whether this process's clock may be believed; a watch over the system's clock where it is absent. */
    time?: TimeWatch;
  },
): Promise<Running> {
  const { log, time = createTimeWatch(parts) } = parts;
  const closers: (() => Promise<void>)[] = [];
  const closing = <Value>(value: Value, close: () => Promise<void>): Value => {
    closers.unshift(close);
    return value;
  };
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0)) {
      await close().catch((error: unknown) =>
        log.warn({ failure: String(error) }, "a part did not stop cleanly"),
      );
    }
  };
  try {
    const server = await connectServer({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      log: (message) => log.info(message),
    });
    closing(server, () => server.stop());
    await migrateDatabase(server.url);
    if (config.role === "migrate") return { app: null, admin: null, server, stop };
    return await composeRoles(config, { ...parts, time, server, closing, stop });
  } catch (error) {
    await stop();
    throw error;
  }
}

type Shell = {
  version: string;
  log: Logger;
  time: TimeWatch;
  server: Server;
  closing<Value>(value: Value, close: () => Promise<void>): Value;
  stop(): Promise<void>;
};

async function composeRoles(config: Config, shell: Shell): Promise<Running> {
  const { server, log, time, closing } = shell;
  const isWorker = config.role !== "http";
  const isHttp = config.role !== "worker";
  const open = (role: "sotto_http" | "sotto_worker"): Database => {
    const database = openDatabase({ url: server.url, role, connectionsMax: CONNECTIONS_MAX });
    return closing(database, () => closeDatabase(database));
  };
  const database = open(isWorker ? "sotto_worker" : "sotto_http");
  const notifier = await createNotifier(database.$client);
  closing(notifier, () => notifier.close());
  const clock = systemClock;
  const random = systemRandom;
  const connected = await connectChains(config, { server, clock, random, mines: isWorker });
  closing(connected, () => connected.close());
  const assets = new Set<AssetCode>([...connected.chains.values()].flatMap((chain) => [...chain.assets]));
  const prices = createPriceReader({
    database,
    assets,
    clock,
    onError: (error) =>
      log.warn(
        { failure: error instanceof Error ? error.name : "error" },
        "the current prices could not be read",
      ),
  });
  const screening = createScreening({ dir: config.screeningDir, clock, log });
  const common = { config, connected, assets, prices, screening, notifier, clock, time, random, log };
  const beat = async (of: Database): Promise<void> => {
    const process = Buffer.from(random.bytes(8)).toString("hex");
    const heart = await startHeart({ database: of, time, process, log });
    closing(heart, () => heart.stop());
  };
  if (isWorker) {
    closing(null, await startWorker({ ...common, database }, shell));
    await beat(database);
  }
  await prices.refresh();
  prices.start(CURRENT_PRICES_EVERY_MS);
  closing(prices, async () => prices.stop());
  const admin = isHttp ? await firstAdmin(config, server.url, { clock, random }) : null;
  if (!isHttp) return { app: null, admin, server, stop: shell.stop };
  const own = isWorker ? open("sotto_http") : database;
  await beat(own);
  const app = await composeHttp({
    ...common,
    version: shell.version,
    database: own,
    chains: connected.chains,
    simnet: connected.simnet === null ? null : createSimnetService(connected.simnet),
  });
  return { app, admin, server, stop: shell.stop };
}

/** What whole USDT buy of an asset at the simulated market's reference price, in units. */
const referenceUnits = (asset: AssetCode, usdt: bigint): bigint =>
  (usdt * PRICE_SCALE * 10n ** BigInt(assetOf(asset).decimals)) / referencePrice(asset);

/** As the owner of the database: the public process cannot make accounts. */
async function firstAdmin(
  config: Config,
  url: string,
  parts: { clock: Clock; random: Random },
): Promise<Running["admin"]> {
  const database = openDatabase({ url, connectionsMax: 1 });
  try {
    return await ensureFirstAdmin({ database, ...parts, ...config.admin });
  } finally {
    await closeDatabase(database);
  }
}

type Common = Pick<
  Parameters<typeof composeHttp>[0],
  "config" | "prices" | "screening" | "notifier" | "clock" | "time" | "random" | "log" | "database"
> & { connected: Awaited<ReturnType<typeof connectChains>> };

/**
 * Opens the wallet, lets the worker catch up with the chains, and starts its loops. Returns the function that stops
 * it.
 */
async function startWorker(
  common: Common,
  { server, closing }: Pick<Shell, "server" | "closing">,
): Promise<() => Promise<void>> {
  const { config, connected, database, random } = common;
  const { ledgerSecret } = await openInstallation(database, { network: config.network, random });
  await keepNoteKey(database, newNoteKey());
  await ensureKeyring(server);
  const keys = openDatabase({
    url: server.urlOf(keyringName(server.url)),
    role: "sotto_worker",
    connectionsMax: 2,
  });
  closing(keys, () => closeDatabase(keys));
  const keyring = await openKeyring(keys);
  const signer = await openSigner({
    database,
    seedFile: config.seedFile,
    passphrase: config.seedPassphrase,
    signing: connected.signing,
    legRecord,
    isChainStopped: hasUnplannedSpend,
  });
  if (connected.simnet !== null) {
    const wallets = await loadPublicWallets(database);
    await premineFloat(
      connected.simnet,
      new Map([...wallets].map(([chain, { hotAddress }]) => [chain, hotAddress])),
      referenceUnits,
    );
  }
  const seed = config.ratesSeed ?? Buffer.from(random.bytes(8)).toString("hex");
  const lease = { name: "prices", holder: Buffer.from(random.bytes(8)).toString("hex"), ms: PRICE_LEASE_MS };
  closing(lease, () => returnLease(database, lease));
  const worker: Worker = await composeWorker({
    ...common,
    writesPrices: () => takeLease(database, lease),
    signer,
    keyring,
    ledgerSecret,
    rates: simulatedRates(seededRandom(seed)),
  });
  await worker.catchUp();
  worker.start();
  return () => worker.stop();
}
