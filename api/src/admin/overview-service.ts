import { loadCursors } from "../chains/cursor-store";
import type { AssetCode, ChainId } from "../core/assets";
import type { Clock, TimeMs } from "../core/ports";
import type { Database } from "../db/client";
import { reserveRows } from "../ledger/store";
import type { BoardReader } from "../market/board";
import { amountText, type Board, pricedAsset } from "../market/market";
import type { OverviewWire } from "../routes/admin/schema";
import type { LedgerVerbs, OverviewVerbs } from "../routes/admin/verbs";
import { figuresOf } from "../stats/figures";
import { windowStart } from "../stats/service";
import { loadTallies } from "../stats/store";
import { listSwitches } from "../switches/switches";
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
  board: BoardReader;
  assets: ReadonlySet<AssetCode>;
  chains: readonly ChainId[];
  /** Where prices come from. */
  rateSource: string;
  ledger: Pick<LedgerVerbs, "invariants" | "trialBalance">;
};

/** The invariants walk the whole books: consoles that poll share one run a minute. */
const BOOKS_FRESH_MS = 60_000;

type Books = Pick<OverviewWire, "invariants" | "trialBalance">;

/** How the service is: every figure from the database, cheap enough to be asked for every few seconds. */
export function createOverview(parts: OverviewParts): OverviewVerbs {
  const { database, clock, board } = parts;
  const books = createBooks(parts);
  return {
    read: async () => {
      const now = clock.now();
      const from = windowStart(now);
      const [reserves, chains, open, { tallies }, daily, failures, loans, switches, checked] =
        await Promise.all([
          reservesOf(parts),
          chainsOf(parts, now),
          openOrdersByState(database),
          loadTallies(database, from),
          endedOrdersByDay(database, { from, to: now }),
          stuckOrdersByReason(database),
          loansByStatus(database),
          listSwitches(database),
          books(),
        ]);
      const { completionSeconds } = figuresOf(tallies);
      const ended = endedStates(daily);
      return {
        at: new Date(now).toISOString(),
        reserves,
        chains,
        rates: ratesOf(parts, board.current(), now),
        orders: [...open, ...ended],
        completion: { median: completionSeconds?.median ?? null, p95: completionSeconds?.p95 ?? null },
        daily,
        failures,
        loans,
        ...checked,
        switches,
      };
    },
  };
}

async function reservesOf({ database, assets }: OverviewParts): Promise<OverviewWire["reserves"]> {
  const [rows, unswept] = await Promise.all([reserveRows(database), unsweptByAsset(database)]);
  return [...assets].map((asset) => {
    const row = rows.find((reserve) => reserve.asset === asset);
    const hot = row?.hot ?? 0n;
    const owed = row?.promised ?? 0n;
    return {
      currency: asset,
      balance: amountText(asset, hot),
      unswept: amountText(asset, unswept.get(asset) ?? 0n),
      owed: amountText(asset, owed),
      available: amountText(asset, hot - owed),
    };
  });
}

async function chainsOf(parts: OverviewParts, now: TimeMs): Promise<OverviewWire["chains"]> {
  const cursors = await loadCursors(parts.database);
  return parts.chains.map((chain) => {
    const cursor = cursors.get(chain);
    if (cursor === undefined) return { chain, status: "unavailable", height: 0, lagSeconds: 0 };
    const lagSeconds = Math.max(0, Math.floor((now - cursor.answeredAt) / 1000));
    return { chain, status: cursor.status, height: Math.max(0, cursor.height), lagSeconds };
  });
}

function ratesOf(parts: OverviewParts, board: Board, now: TimeMs): OverviewWire["rates"] {
  const used = [...parts.assets].filter((asset) => pricedAsset(board, asset, now) !== undefined);
  const times = used.map((asset) => board.prices.get(asset)?.at ?? now);
  return {
    source: parts.rateSource,
    updatedAt: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    paused: [...parts.assets].filter((asset) => !used.includes(asset)),
  };
}

/** The ended orders of the window, from its days. */
function endedStates(daily: OverviewWire["daily"]): OverviewWire["orders"] {
  return (["completed", "refunded", "failed"] as const)
    .map((state) => ({ state, count: daily.reduce((sum, day) => sum + day[state], 0) }))
    .filter(({ count }) => count > 0);
}

/** The state of the books, at most a minute old; those who ask meanwhile wait for the same run. */
function createBooks({ clock, ledger }: OverviewParts): () => Promise<Books> {
  let known: { at: TimeMs; books: Books } | undefined;
  let checking: Promise<Books> | undefined;
  const check = async (): Promise<Books> => {
    const at = clock.now();
    const invariants = await ledger.invariants();
    const balances = await ledger.trialBalance();
    const unbalanced = balances.filter(({ sum }) => sum !== "0").map(({ asset }) => asset);
    const books: Books = {
      invariants: {
        checked: invariants.length,
        violated: invariants.filter(({ violations }) => violations > 0).map(({ id }) => id),
      },
      trialBalance: { balanced: unbalanced.length === 0, unbalanced },
    };
    known = { at, books };
    return books;
  };
  return async () => {
    if (known !== undefined && clock.now() - known.at < BOOKS_FRESH_MS) return known.books;
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };
}
