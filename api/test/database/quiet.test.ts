import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Simnet } from "../../src/chains/simnet/simnet";
import { signerOf } from "../../src/chains/wallet-open";
import { composeWorker } from "../../src/compose-worker";
import { ASSETS, type ChainId } from "../../src/core/assets";
import { seededRandom } from "../../src/core/seeded-random";
import { silentNotifier } from "../../src/db/notifications";
import { createPriceReader } from "../../src/market/price-reader";
import { referencePrice } from "../../src/market/rates";
import { legRecord } from "../../src/payouts/leg-record";
import { createScreening } from "../../src/screening/service";
import { createSigningLog } from "../../src/signing/log";
import { logKeys } from "../../src/signing/log-keys";
import type { Worker } from "../../src/worker";
import { startSimnets } from "../conformance/simnet-harness";
import { memoryMixKeys } from "../memory-mix-keys";
import { openPlace, type Place } from "./place";

const { clock, freshSimnet, stop } = startSimnets();
const random = seededRandom("quiet");
const log = pino({ level: "silent" });
const screeningDir = mkdtempSync(join(tmpdir(), "sotto-quiet-"));
let place: Place;
let worker: Worker;
let told: string[];

beforeAll(async () => {
  place = await openPlace();
  const simnet = await freshSimnet();
  await place.owner
    .$client`INSERT INTO installation (network, ledger_secret) VALUES ('simnet', decode(repeat('01', 32), 'hex'))`;
  const prices = new Map(ASSETS.map(({ code }) => [code, referencePrice(code)]));
  worker = await composeWorker({
    config: { network: "simnet", confirmations: {}, retentionMs: 86_400_000, mixRetentionMs: 86_400_000 },
    database: place.worker,
    connected: { chains: new Map(simnet.chains.map((chain) => [chain.id, chain])) },
    signer: await signer(simnet),
    mixKeys: memoryMixKeys(clock),
    ledgerSecret: new Uint8Array(32).fill(1),
    rates: { name: "a market that stands still", prices: async () => prices },
    prices: createPriceReader({ database: place.worker, assets: new Set(), clock }),
    screening: createScreening({ dir: screeningDir, clock, log }),
    notifier: { ...silentNotifier, wake: (what) => told.push(what) },
    ...{ clock, random, log },
  });
  told = [];
  await worker.catchUp();
  await everyTask(1);
  await countWrites();
});
beforeEach(() => {
  told = [];
});
afterAll(async () => {
  await stop();
  await place.close();
  rmSync(screeningDir, { recursive: true });
});

/** One that signs nothing here. */
async function signer({ chains, sign }: Simnet) {
  const database = place.signer;
  const signing = Object.fromEntries(
    chains.map(({ id, model, decode }) => [id, { model, sign, decode: (raw: string) => decode(raw) }]),
  );
  const parts = { caps: { transaction: null, hour: null, day: null }, copy: async () => {} };
  return signerOf(
    {
      database,
      ...{ signing, legRecord },
      isChainStopped: async () => false,
      openLog: async (seed) =>
        createSigningLog({
          ...{ database, clock, keys: logKeys(seed, random), ...parts },
          details: { seal: async () => new Uint8Array() },
        }),
    },
    random.bytes(64),
  );
}

/** Every loop comes round, a second apart. */
async function everyTask(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    clock.ms += 1_000;
    for (const task of worker.tasks) await task.run();
  }
}

/** Counts the rows that are written from now on, in all tables. */
async function countWrites(): Promise<void> {
  await place.owner.$client.unsafe(`
    CREATE TABLE written (name text NOT NULL);
    CREATE FUNCTION note_written() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      $$ BEGIN INSERT INTO public.written VALUES (TG_TABLE_NAME); RETURN NULL; END $$;
    DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'written' LOOP
        EXECUTE format('CREATE TRIGGER count_writes AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION note_written()', name);
      END LOOP; END $$`);
}

async function written(): Promise<Record<string, number>> {
  const rows = await place.owner.$client<{ name: string; rows: number }[]>`
    WITH gone AS (DELETE FROM written RETURNING name)
    SELECT name, count(*)::int AS rows FROM gone GROUP BY name ORDER BY name`;
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}

it("writes nothing and sends no word while nothing happens", async () => {
  await everyTask(5);
  expect(await written()).toEqual({});
  expect(told.filter((what) => what !== "market")).toEqual([]);
});

it("writes prices that stand still every ten seconds, and the chains' answers every minute", async () => {
  clock.ms += 5_000;
  await everyTask(1);
  expect(Object.keys(await written())).toEqual(["current_prices"]);
  clock.ms += 60_000;
  await everyTask(1);
  const rows = await written();
  expect(rows.current_prices).toBe(ASSETS.length);
  expect(rows.chain_cursors).toBe(new Set(worker.tasks.flatMap(({ name }) => chainOf(name))).size);
  expect(rows.network_fees).toBeUndefined();
});

const chainOf = (name: string): ChainId[] => (name.startsWith("chain:") ? [name.slice(6) as ChainId] : []);
