import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import type { Sql } from "postgres";
import type { SigningChain } from "../../src/chains/local-signer";
import type { Signer } from "../../src/chains/signer";
import { paramsOf } from "../../src/chains/simnet/params";
import { openSimnet } from "../../src/chains/simnet/simnet";
import { signerOf } from "../../src/chains/wallet-open";
import { composeWorker } from "../../src/compose-worker";
import { ASSETS, type AssetCode, type ChainId } from "../../src/core/assets";
import { seededRandom } from "../../src/core/seeded-random";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { migrateDatabase } from "../../src/db/connect";
import { startEmbedded } from "../../src/db/embedded";
import { openInstallation } from "../../src/db/installation";
import { silentNotifier } from "../../src/db/notifications";
import { PRICE_SCALE } from "../../src/market/price";
import { createPriceReader } from "../../src/market/price-reader";
import { referencePrice, simulatedRates } from "../../src/market/rates";
import { legRecord } from "../../src/payouts/leg-record";
import { hasUnplannedSpend } from "../../src/payouts/unplanned-store";
import { createSigningLog } from "../../src/signing/log";
import { logKeys } from "../../src/signing/log-keys";
import { memoryMixKeys } from "../memory-mix-keys";
import { clusterFolder } from "../postgres/folder";
import { loginUrl, openLogins } from "../postgres/logins";
import { nodeOf } from "./cumulative-chain";
import { worldDepth } from "./depths";
import { listedAddress } from "./people";
import { keepBeginning, rewind } from "./rewind";

/** Where every world begins: the wallets are funded, the watchers have caught up, and no order exists. */
export const BEGINNING_MS = 1_750_000_000_000;
/** Small enough that a few large orders exhaust it, in whole USDT of value an asset. */
const FLOAT_USDT = 30_000n;
const FLOAT_OUTPUTS = 6;

/** The databases of one world, and the keys of its wallet. */
export type Plot = {
  signer: Signer;
  signing: Partial<Record<ChainId, SigningChain>>;
  ledgerSecret: Uint8Array;
  listsDir: string;
  /** As the worker's login and the public process's. */
  worker: Database;
  http: Database;
  /** As the administrators' process. */
  admin: Database;
  /** As the superuser, for looking on. */
  observer: Sql;
  simnet: Sql;
};

export type Site = {
  /** Runs `work` where no world has been yet, for all that it can see; each slot has one world at a time. */
  withPlot<Value>(slot: number, work: (plot: Plot) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
};

export const SLOTS = 3;
/** Rewinding leaves dead rows behind in the catalog: after so many worlds a slot gets fresh databases. */
const WORLDS_PER_DATABASE = 40;

/** The same in every run: so are then the addresses and the transactions of a world. */
const WALLET_SEED = seededRandom("wallet").bytes(64);

type Opened = { plot: Plot; worlds: number; databases: Database[] };
type Slot = { signer: Signer; current: Database; opened: Opened | null };

/**
 * What costs the worlds nothing but time. Their statements are planned once and not for each set of parameters: no table
 * of a world is large.
 */
const SETTINGS = { plan_cache_mode: "force_generic_plan", jit: "off", client_connection_check_interval: "0" };

/** One server with two template databases, engine and simnet, from which each world starts in milliseconds. */
export async function openSite(): Promise<Site> {
  const dataDir = openFolder();
  const server = await startEmbedded({
    dataDir,
    fsync: false,
    socketFolder: join(dataDir, "socket"),
    log: () => {},
  });
  const admin = openDatabase({ url: server.superuserUrlOf("postgres"), connectionsMax: SLOTS });
  for (const [name, value] of Object.entries(SETTINGS))
    await admin.$client.unsafe(`ALTER ROLE ALL SET ${name} = '${value}'`);
  const { signing, ledgerSecret, slots } = await prepare({ admin, urlOf: server.superuserUrlOf });
  const fixed = { signing, ledgerSecret, listsDir: writeLists(dataDir) };

  async function open(own: Slot, slot: number): Promise<Opened> {
    await admin.$client.unsafe(`CREATE DATABASE engine_${slot} TEMPLATE template_sotto STRATEGY FILE_COPY`);
    await admin.$client.unsafe(`CREATE DATABASE simnet_${slot} TEMPLATE template_simnet STRATEGY FILE_COPY`);
    const url = server.superuserUrlOf(`engine_${slot}`);
    const worker = openDatabase({ url: loginUrl(url, "worker"), role: "worker", connectionsMax: 2 });
    const http = openDatabase({ url: loginUrl(url, "http"), role: "http", connectionsMax: 2 });
    const administers = openDatabase({ url: loginUrl(url, "admin"), role: "admin", connectionsMax: 1 });
    const observer = openDatabase({ url, connectionsMax: 1 });
    const simnet = openDatabase({ url: server.superuserUrlOf(`simnet_${slot}`), connectionsMax: 1 });
    const signs = openDatabase({ url: loginUrl(url, "signer"), role: "signer", connectionsMax: 1 });
    own.current = signs;
    const plot = { ...fixed, signer: own.signer, worker, http, admin: administers };
    own.opened = {
      plot: { ...plot, observer: observer.$client, simnet: simnet.$client },
      worlds: 0,
      databases: [worker, http, administers, signs, observer, simnet],
    };
    return own.opened;
  }

  /** Also ends what a world that failed still had under way. */
  async function drop(own: Slot, slot: number): Promise<void> {
    const databases = own.opened?.databases ?? [];
    own.opened = null;
    await Promise.all(databases.map(closeDatabase));
    for (const name of [`engine_${slot}`, `simnet_${slot}`])
      await admin.$client.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  return {
    async withPlot(slot, work) {
      const own = slots[slot];
      if (own === undefined) throw new RangeError("no such slot");
      const opened = own.opened ?? (await open(own, slot));
      const { plot } = opened;
      try {
        // A copy of the templates is at the beginning already.
        if (opened.worlds > 0) await Promise.all([rewind(plot.observer), rewind(plot.simnet)]);
        const value = await work(plot);
        opened.worlds++;
        if (opened.worlds >= WORLDS_PER_DATABASE) await drop(own, slot);
        return value;
      } catch (error) {
        await drop(own, slot);
        throw error;
      }
    },
    async close() {
      await Promise.all(slots.map(drop));
      await closeDatabase(admin);
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const FOLDER = "simulation-";

/** A folder of this process among the test clusters; those of processes that are gone are removed. */
function openFolder(): string {
  const folder = clusterFolder();
  for (const name of readdirSync(folder).filter((one) => one.startsWith(FOLDER)))
    if (!isAlive(Number(name.split("-")[1]))) rmSync(join(folder, name), { recursive: true, force: true });
  // Others may pass through, as the server's own user must where root starts it.
  const own = mkdtempSync(join(folder, `${FOLDER}${process.pid}-`));
  chmodSync(own, 0o711);
  return own;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

type Ground = { admin: Database; urlOf(name: string): string };

async function prepare({ admin, urlOf }: Ground) {
  await admin.$client.unsafe("CREATE DATABASE template_sotto");
  await admin.$client.unsafe("CREATE DATABASE template_simnet");
  await migrateDatabase(urlOf("template_sotto"));
  await openLogins(admin.$client);
  const database = openDatabase({
    url: loginUrl(urlOf("template_sotto"), "worker"),
    role: "worker",
    connectionsMax: 4,
  });
  const engine = openDatabase({ url: urlOf("template_sotto"), connectionsMax: 1 });
  const pool = openDatabase({ url: urlOf("template_simnet"), connectionsMax: 4 });
  const clock = { now: () => BEGINNING_MS };
  const random = seededRandom("installation");
  const simnet = await openSimnet({ sql: pool.$client, clock, blockMs: 1_000, auto: false });
  const signing = Object.fromEntries(
    simnet.chains.map((chain) => [
      chain.id,
      { model: chain.model, sign: simnet.sign, decode: (raw: string) => chain.decode(raw) },
    ]),
  );
  const signs = openDatabase({ url: loginUrl(urlOf("template_sotto"), "signer"), connectionsMax: 4 });
  const { ledgerSecret } = await openInstallation(database, { network: "simnet", random });
  const slots = await Promise.all(
    Array.from({ length: SLOTS }, () => openSlot({ database: signs, signing })),
  );
  const [first] = slots;
  if (first === undefined) throw new RangeError("no slots");
  const wallets = await first.signer.publicWallets();
  await simnet.premine(
    wallets.flatMap(({ chain, hotAddress }) =>
      ASSETS.filter((asset) => asset.chain === chain).map(({ code }) => floatOf(code, hotAddress)),
    ),
  );
  const worker = await composeWorker({
    config: {
      network: "simnet",
      confirmations: {},
      retentionMs: 14 * 86_400_000,
      mixRetentionMs: 86_400_000,
    },
    database,
    connected: { chains: new Map(simnet.chains.map((chain) => [chain.id, nodeOf(chain, pool.$client)])) },
    depthPolicy: worldDepth,
    signer: first.signer,
    mixKeys: memoryMixKeys(clock),
    ledgerSecret,
    rates: simulatedRates(seededRandom("beginning")),
    prices: createPriceReader({ database, assets: new Set(ASSETS.map(({ code }) => code)), clock }),
    screening: { isListed: () => false, listDate: () => null },
    notifier: silentNotifier,
    clock,
    random,
    log: pino({ level: "silent" }),
  });
  await worker.catchUp();
  await simnet.close();
  for (const { $client } of [engine, pool]) {
    await keepBeginning($client);
    // So that the first world of a copy finds every row where the later ones do.
    await rewind($client);
  }
  await closeDatabase(engine);
  await closeDatabase(database);
  await closeDatabase(signs);
  await closeDatabase(pool);
  return { signing, ledgerSecret, slots };
}

/** A signer reads the legs' records from the database that its slot uses at the moment. */
async function openSlot(parts: { database: Database; signing: Plot["signing"] }): Promise<Slot> {
  const slot = { current: parts.database, opened: null };
  const database = new Proxy(parts.database, {
    get: (_target, key) => {
      const value: unknown = Reflect.get(slot.current, key);
      return typeof value === "function" ? value.bind(slot.current) : value;
    },
  });
  // Neither is read by anything: without caps the log is written only.
  const [clock, random] = [{ now: () => BEGINNING_MS }, { bytes: randomBytes }];
  const noCaps = { transaction: null, hour: null, day: null };
  const [copy, details] = [async () => {}, { seal: async () => new Uint8Array() }];
  const openLog = async (seed: Uint8Array) =>
    createSigningLog({ database, clock, keys: logKeys(seed, random), details, caps: noCaps, copy });
  const rules = { legRecord, openLog, isChainStopped: hasUnplannedSpend };
  const signer = await signerOf({ ...parts, ...rules, database }, WALLET_SEED);
  const wallets = await signer.publicWallets();
  // Derived once: a process of this world that starts again need not spend time on it.
  return Object.assign(slot, { signer: { ...signer, publicWallets: async () => wallets } });
}

const floatOf = (asset: AssetCode, address: string) => {
  const { decimals } = ASSETS.find(({ code }) => code === asset) ?? { decimals: 0 };
  const units = (FLOAT_USDT * PRICE_SCALE * 10n ** BigInt(decimals)) / referencePrice(asset);
  return { asset, address, units, outputs: FLOAT_OUTPUTS };
};

function writeLists(dataDir: string): string {
  const folder = join(dataDir, "lists");
  mkdirSync(folder);
  const chains = [...new Set(ASSETS.map(({ chain }) => chain))];
  const listed = chains.filter((chain) => paramsOf(chain).showsSources).map(listedAddress);
  writeFileSync(join(folder, "listed.txt"), `# date: 2025-06-01\n${listed.join("\n")}\n`);
  return folder;
}
