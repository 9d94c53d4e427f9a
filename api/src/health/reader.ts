import { type Cursor, isStale, loadCursors, waitingOn } from "../chains/cursor-store";
import { ASSETS, type ChainId } from "../core/assets";
import type { Clock, TimeMs } from "../core/ports";
import { within } from "../core/within";
import type { Database } from "../db/client";
import { readMigrations } from "../db/migrations";
import { isActive, pricedAsset } from "../market/market";
import type { PriceReader } from "../market/price-reader";
import { listStuckPayouts } from "../payouts/stuck-payouts-store";
import { readDiskState } from "../retention/scrub-store";
import { readBrake } from "../retention/store";
import { isAlive, judge, type ServiceProblem, type Verdict } from "./judge";
import { type Beat, countMigrations, readBeats } from "./store";
import type { TimeWatch } from "./time-watch";

/** How the service is, with what it was judged by. */
export type Health = Verdict & {
  isDatabaseThere: boolean;
  chains: { chain: ChainId; cursor: Cursor | undefined; status: Cursor["status"] }[];
  workers: number;
  lastBeatAgoMs: number | null;
  pricesAt: TimeMs | null;
};

export type Readiness = { isReady: boolean; problems: ServiceProblem[] };

export type HealthReader = {
  /** Answers within 1.5 s; at most a second old. */
  read(): Promise<Health>;
  /** Whether this process can serve; answers within a second. */
  ready(): Promise<Readiness>;
  /** This process ends: it is not ready from now on. */
  retire(): void;
};

const READ_MS_MAX = 1_500;
const READY_MS_MAX = 1_000;
const KEPT_MS = 1_000;

type Books = {
  cursors: Map<ChainId, Cursor>;
  beats: Beat[];
  latePayouts: number;
  isRetentionHeld: boolean;
  deletionWaitsMs: number | null;
};

/** Reads the service's health. A database that hangs is asked once, however many ask meanwhile. */
export function createHealthReader(parts: {
  database: Database;
  chains: readonly ChainId[];
  prices: PriceReader;
  clock: Clock;
  time: TimeWatch;
  /** Whether a chain's node is asked nothing, because its adapter is unproven. */
  isHeldBack(chain: ChainId): boolean;
  /** Whether this process does not believe a proxy that seems to be in front. */
  isProxyIgnored(): boolean;
  /** Whether this process counts limits by itself, because the shared counters do not answer. */
  areLimitsAlone(): boolean;
}): HealthReader {
  const { database } = parts;
  let isRetired = false;
  let expected: number | undefined;
  const books = sharing(async (): Promise<Books> => {
    const [cursors, beats, late, brake, disk] = await Promise.all([
      loadCursors(database),
      readBeats(database),
      listStuckPayouts(database, parts.clock.now()),
      readBrake(database),
      readDiskState(database),
    ]);
    const isRetentionHeld = brake !== undefined && brake.releasedAt === null;
    return { cursors, beats, latePayouts: late.length, isRetentionHeld, deletionWaitsMs: disk.waitsMs };
  });
  const schema = sharing(() => countMigrations(database));
  return {
    read: async () => healthOf(parts, await inTime(READ_MS_MAX, books())),
    async ready() {
      if (isRetired) return { isReady: false, problems: [] };
      const applied = await inTime(READY_MS_MAX, schema());
      expected ??= readMigrations().length;
      if (applied === expected) return { isReady: true, problems: [] };
      const text =
        applied === null
          ? "The database does not respond."
          : `The database has ${applied} of ${expected} steps of the schema.`;
      return { isReady: false, problems: [{ problem: "database", text }] };
    },
    retire() {
      isRetired = true;
    },
  };
}

function healthOf(parts: Parameters<typeof createHealthReader>[0], books: Books | null): Health {
  const { chains, prices, clock, time, isProxyIgnored, areLimitsAlone } = parts;
  const now = clock.now();
  const current = prices.current();
  const active = ASSETS.filter(({ code }) => isActive(current, code));
  const priced = active.filter(({ code }) => pricedAsset(current, code, now) !== undefined);
  const states = chains.map((chain) => {
    const cursor = books?.cursors.get(chain);
    const status = cursor?.status ?? ("unavailable" as const);
    const isHeldBack = parts.isHeldBack(chain);
    if (cursor === undefined) return { chain, cursor, status, isHeldBack, isStale: false, waiting: null };
    return { chain, cursor, status, isHeldBack, isStale: isStale(cursor, now), waiting: waitingOn(cursor) };
  });
  const stamps = [...current.prices.values()].map(({ at }) => at);
  const verdict = judge(
    books && {
      ...books,
      chains: states,
      quotable: priced.length,
      unpriced: active.length - priced.length,
      isProxyIgnored: isProxyIgnored(),
      areLimitsAlone: areLimitsAlone(),
      clockOffMs: time.offMs(),
    },
  );
  const workers = books?.beats.filter(({ role }) => role === "worker") ?? [];
  return {
    ...verdict,
    isDatabaseThere: books !== null,
    chains: books === null ? [] : states,
    workers: workers.filter(isAlive).length,
    lastBeatAgoMs: workers.length === 0 ? null : Math.min(...workers.map(({ agoMs }) => agoMs)),
    pricesAt: stamps.length === 0 ? null : Math.max(...stamps),
  };
}

/** One reading at a time, kept for a second. */
function sharing<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; isOpen: boolean; at: number } | undefined;
  return () => {
    if (kept?.isOpen || (kept !== undefined && performance.now() - kept.at < KEPT_MS)) return kept.value;
    const next = { value: read(), isOpen: true, at: 0 };
    kept = next;
    const end = (): void => {
      next.isOpen = false;
      next.at = performance.now();
    };
    next.value.then(end, end);
    return next.value;
  };
}

/** What a promise yields, or null where it fails or takes longer. */
const inTime = async <Value>(ms: number, promise: Promise<Value>): Promise<Value | null> =>
  (await within(
    promise.catch(() => null),
    ms,
  )) ?? null;
