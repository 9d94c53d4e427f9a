import type { AssetCode } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Database } from "../db/client";
import type { Market } from "../orders/machine/events";
import { refundable } from "../orders/machine/order";
import { loadOrder } from "../orders/store/store";
import { type Board, marketFor } from "./market";
import { readBoard } from "./store";

/** What this process knows of the market; read again and again from the database, where the worker writes it. */
export type BoardReader = {
  /** The last board read; every synchronous answer comes from it. */
  current(): Board;
  /** Reads now. */
  refresh(): Promise<Board>;
  /** The market as an order's event needs it, from a fresh board; null while prices or fees are unknown. */
  marketForOrder(orderId: string): Promise<Market | null>;
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
    async marketForOrder(orderId) {
      const order = await loadOrder(parts.database, orderId);
      if (order === undefined) return null;
      const now = parts.clock.now();
      const fresh = now - board.at <= FRESH_MS ? board : await refresh();
      const { sendAsset, receiveAsset } = order.terms;
      const { heldUnits } = order;
      const refundAsset = refundable(order).asset;
      return marketFor(fresh, { send: sendAsset, receive: receiveAsset, refundAsset, heldUnits }, now);
    },
    start(everyMs) {
      timer = setInterval(() => refresh().catch((error: unknown) => parts.onError?.(error)), everyMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
