import type { AssetCode } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Database } from "../db/client";
import type { CurrentPrices } from "./market";
import { readCurrentPrices } from "./store";

/** What this process knows of the market; read from the database, where the worker writes it, at each `refresh`. */
export type PriceReader = {
  /** The prices read last; every synchronous answer comes from them. */
  current(): CurrentPrices;
  /** Reads what is in the database after this call. */
  refresh(): Promise<CurrentPrices>;
  /** Prices young enough to decide about money, or not older than this; read again where the last ones are not. */
  fresh(ageMsMax?: number): Promise<CurrentPrices>;
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
}): PriceReader {
  let current = EMPTY(parts.assets);
  let reading: Promise<CurrentPrices> | undefined;
  let next: Promise<CurrentPrices> | undefined;
  const read = (): Promise<CurrentPrices> => {
    reading = readCurrentPrices(parts.database, parts.assets, parts.clock.now())
      .then((prices) => {
        current = prices;
        return prices;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const refresh = (): Promise<CurrentPrices> => {
    if (reading === undefined) return read();
    // The reading under way may have begun before what the caller wants to see. All who ask meanwhile share the next one.
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return read();
      });
    return next;
  };
  return {
    current: () => current,
    refresh,
    fresh: async (ageMsMax = FRESH_MS) => (parts.clock.now() - current.at <= ageMsMax ? current : refresh()),
  };
}
