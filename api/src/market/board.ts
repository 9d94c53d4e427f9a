import type { AssetCode } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Database } from "../db/client";
import type { Board } from "./market";
import { readBoard } from "./store";

/** What this process knows of the market; read again and again from the database, where the worker writes it. */
export type BoardReader = {
  /** The last board read; every synchronous answer comes from it. */
  current(): Board;
  /** Reads now. */
  refresh(): Promise<Board>;
  /** A board young enough to decide about money; read again where the last one is not. */
  fresh(): Promise<Board>;
  start(everyMs: number): void;
  stop(): void;
};

const EMPTY = (assets: ReadonlySet<AssetCode>): Board => ({
  at: 0,
  prices: new Map(),
  networkFees: new Map(),
  reserves: new Map(),
  chains: new Set(),
  assets,
  paused: new Set(),
});

/** A board older than this is read again before money is decided on. */
const FRESH_MS = 250;

export function createBoardReader(parts: {
  database: Database;
  assets: ReadonlySet<AssetCode>;
  clock: Clock;
  onError?: (error: unknown) => void;
}): BoardReader {
  let board = EMPTY(parts.assets);
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<Board> | undefined;
  const refresh = (): Promise<Board> => {
    reading ??= readBoard(parts.database, parts.assets, parts.clock.now())
      .then((read) => {
        board = read;
        return read;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  return {
    current: () => board,
    refresh,
    fresh: async () => (parts.clock.now() - board.at <= FRESH_MS ? board : refresh()),
    start(everyMs) {
      timer = setInterval(() => refresh().catch((error: unknown) => parts.onError?.(error)), everyMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
