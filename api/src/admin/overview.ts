import { type Cursor, loadCursors } from "../chains/cursor-store";
import type { AssetCode, ChainId } from "../core/assets";
import type { Clock, TimeMs } from "../core/ports";
import type { Database } from "../db/client";
import { lastAsked, type MissingState } from "../ledger/missing-store";
import { type Comparison, comparisons } from "../ledger/reconcile-store";
import type { LedgerReports } from "../ledger/reports";
import type { Stuck } from "../ledger/stuck";
import { type CurrentPrices, pricedAsset } from "../market/market";
import type { PriceReader } from "../market/price-reader";
import { listRecoveries, type Recovery } from "../orders/store/recovery-store";
import { listUnplanned, type UnplannedSpend } from "../payouts/unplanned-store";
import { reserveRows } from "../reserves/store";
import { figuresOf } from "../stats/figures";
import { windowStart } from "../stats/stats";
import { loadTallies } from "../stats/store";
import { listSwitches, type SwitchState } from "../switches/switches";
import { type LoginFailures, loginFailuresSince } from "./login-failures-store";
import {
  endedOrdersByDay,
  loansByStatus,
  openOrdersByState,
  stuckOrdersByReason,
  unsweptByAsset,
} from "./overview-store";

export type OverviewParts = {
  database: Database;
  clock: Clock;
  prices: PriceReader;
  assets: ReadonlySet<AssetCode>;
  chains: readonly ChainId[];
  /** Where prices come from. */
  rateSource: string;
  ledger: Pick<LedgerReports, "checks" | "trialBalance" | "stuck">;
};

/** What the invariants and the trial balance found, and what has not moved in its time. */
type Books = {
  checked: number;
  /** Null while the first run of the invariants is under way. */
  checkedAt: TimeMs | null;
  violated: number[];
  unbalanced: AssetCode[];
  stuck: { count: number; first: Stuck[] };
};

/** The state of the service at one moment; amounts in smallest units. */
export type Overview = {
  at: TimeMs;
  reserves: {
    asset: AssetCode;
    hotUnits: bigint;
    unsweptUnits: bigint;
    owedUnits: bigint;
    availableUnits: bigint;
  }[];
  chains: { chain: ChainId; status: Cursor["status"]; height: number; lagSeconds: number }[];
  rates: { source: string; updatedAt: TimeMs | null; paused: AssetCode[] };
  orders: { state: string; count: number }[];
  completion: { median: number | null; p95: number | null };
  daily: Awaited<ReturnType<typeof endedOrdersByDay>>;
  failures: Awaited<ReturnType<typeof stuckOrdersByReason>>;
  loans: Awaited<ReturnType<typeof loansByStatus>>;
  books: Books;
  /** Of the books with the chains; `booking` is what became of the last word that missing coins be booked out. */
  comparisons: (Comparison & { booking: MissingState | null })[];
  unplannedSpends: UnplannedSpend[];
  recoveries: Recovery[];
  switches: SwitchState[];
  /** Under names that no account has, in the last 24 hours. */
  loginFailures: LoginFailures[];
};

const DAY_MS = 86_400_000;

/** How the service is: every figure from the database, cheap enough to be asked for every few seconds. */
export function createOverview(parts: OverviewParts): { read(): Promise<Overview> } {
  const { database, clock, prices } = parts;
  return {
    read: async () => {
      const now = clock.now();
      const from = windowStart(now);
      const [
        reserves,
        chains,
        open,
        { tallies },
        daily,
        failures,
        loans,
        switches,
        checked,
        compared,
        unplanned,
        recoveries,
        loginFailures,
      ] = await Promise.all([
        reservesOf(parts),
        chainsOf(parts, now),
        openOrdersByState(database),
        loadTallies(database, from),
        endedOrdersByDay(database, { from, to: now }),
        stuckOrdersByReason(database),
        loansByStatus(database),
        listSwitches(database),
        booksOf(parts),
        comparisonsOf(parts),
        listUnplanned(database),
        listRecoveries(database),
        loginFailuresSince(database, now - DAY_MS),
      ]);
      const { completionSeconds } = figuresOf(tallies);
      const ended = endedStates(daily);
      return {
        at: now,
        reserves,
        chains,
        rates: ratesOf(parts, prices.current(), now),
        orders: [...open, ...ended],
        completion: { median: completionSeconds?.median ?? null, p95: completionSeconds?.p95 ?? null },
        daily,
        failures,
        loans,
        books: checked,
        comparisons: compared,
        unplannedSpends: unplanned,
        recoveries,
        switches,
        loginFailures,
      };
    },
  };
}

async function reservesOf({ database, assets }: OverviewParts): Promise<Overview["reserves"]> {
  const [rows, unswept] = await Promise.all([reserveRows(database), unsweptByAsset(database)]);
  return [...assets].map((asset) => {
    const row = rows.find((reserve) => reserve.asset === asset);
    return {
      asset,
      hotUnits: row?.hot ?? 0n,
      unsweptUnits: unswept.get(asset) ?? 0n,
      owedUnits: row?.owed ?? 0n,
      availableUnits: row?.available ?? 0n,
    };
  });
}

async function chainsOf(parts: OverviewParts, now: TimeMs): Promise<Overview["chains"]> {
  const cursors = await loadCursors(parts.database);
  return parts.chains.map((chain) => {
    const cursor = cursors.get(chain);
    if (cursor === undefined) return { chain, status: "unavailable", height: 0, lagSeconds: 0 };
    const lagSeconds = Math.max(0, Math.floor((now - cursor.answeredAt) / 1000));
    return { chain, status: cursor.status, height: Math.max(0, cursor.height), lagSeconds };
  });
}

async function comparisonsOf({ database, assets }: OverviewParts): Promise<Overview["comparisons"]> {
  const [rows, asked] = await Promise.all([comparisons(database), lastAsked(database)]);
  return rows
    .filter(({ asset }) => assets.has(asset))
    .map((row) => ({ ...row, booking: asked.get(row.asset) ?? null }));
}

function ratesOf(parts: OverviewParts, current: CurrentPrices, now: TimeMs): Overview["rates"] {
  const used = [...parts.assets].filter((asset) => pricedAsset(current, asset, now) !== undefined);
  const times = used.map((asset) => current.prices.get(asset)?.at ?? now);
  return {
    source: parts.rateSource,
    updatedAt: times.length === 0 ? null : Math.min(...times),
    paused: [...parts.assets].filter((asset) => !used.includes(asset)),
  };
}

/** The ended orders of the window, from its days. */
function endedStates(daily: Overview["daily"]): Overview["orders"] {
  return (["completed", "refunded", "failed"] as const)
    .map((state) => ({ state, count: daily.reduce((sum, day) => sum + day[state], 0) }))
    .filter(({ count }) => count > 0);
}

/** The state of the books: the invariants as they were found lately, the rest as it is. */
async function booksOf({ ledger }: OverviewParts): Promise<Books> {
  const [check, balances, stuck] = await Promise.all([
    ledger.checks.lately(),
    ledger.trialBalance(),
    ledger.stuck(),
  ]);
  const unbalanced = balances.filter(({ sumUnits }) => sumUnits !== 0n).map(({ asset }) => asset);
  const invariants = check?.invariants ?? [];
  const violated = invariants.filter(({ violations }) => violations > 0).map(({ id }) => id);
  return { checked: invariants.length, checkedAt: check?.at ?? null, violated, unbalanced, stuck };
}
