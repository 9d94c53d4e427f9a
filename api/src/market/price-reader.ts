import type { AssetCode } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Database } from "../db/client";
import type { CurrentPrices } from "./market";
import { readCurrentPrices } from "./store";

/** What this process knows of the market; read again and again from the database, where the worker writes it. */
export type PriceReader = {
  /** The prices read last; every synchronous answer comes from them. */
  current(): CurrentPrices;
  /** Reads now. */
  refresh(): Promise<CurrentPrices>;
  /** Prices young enough to decide about money; read again where the last ones are not. */
  fresh(): Promise<CurrentPrices>;
  start(everyMs: number): void;
  stop(): void;
};

const EMPTY = (assets: ReadonlySet<AssetCode>): CurrentPrices => ({
  at: 0,
  prices: new Map(),
  networkFees: new Map(),
  reserves: new Map(),
  chains: new Set(),
  assets,
  paused: new Set(),
});

/** Prices older than this are read again before money is decided on. */
const FRESH_MS = 250;

export function createPriceReader(parts: {
  database: Database;
  assets: ReadonlySet<AssetCode>;
  clock: Clock;
  onError?: (error: unknown) => void;
}): PriceReader {
  let current = EMPTY(parts.assets);
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<CurrentPrices> | undefined;
  const refresh = (): Promise<CurrentPrices> => {
    reading ??= readCurrentPrices(parts.database, parts.assets, parts.clock.now())
      .then((read) => {
        current = read;
        return read;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  return {
    current: () => current,
    refresh,
    fresh: async () => (parts.clock.now() - current.at <= FRESH_MS ? current : refresh()),
    start(everyMs) {
      timer = setInterval(() => refresh().catch((error: unknown) => parts.onError?.(error)), everyMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
