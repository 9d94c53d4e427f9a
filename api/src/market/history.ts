import type { Rate } from "../core/amount";
import { parseAssetCode } from "../core/assets";
import { type Problem, problem } from "../core/errors";
import type { Clock, TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import type { Pair } from "./market";
import { rateBetween } from "./price";
import { pricesTogether, type Stretches } from "./store";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** How far back. */
export type HistoryRange = "24h" | "7d" | "30d";

/** Past rates of a pair in receive units per send unit, oldest first. */
export type RateHistory = { pair: Pair; range: HistoryRange; points: { at: TimeMs; rate: Rate }[] };

/** At most 96 points each, which a chart of a few hundred pixels can show; all within the 30 days that are kept. */
const BUCKETS: Readonly<Record<HistoryRange, { count: number; lengthMs: number }>> = {
  "24h": { count: 96, lengthMs: 15 * MINUTE_MS },
  "7d": { count: 84, lengthMs: 2 * HOUR_MS },
  "30d": { count: 90, lengthMs: 8 * HOUR_MS },
};

/**
 * Returns the last known rate of each stretch of the range, oldest first; stretches without prices of both currencies are left
 * out. Paused currencies have a past too; the same currency twice is 1. Errors: `currency/unknown`.
 */
export async function readRateHistory(
  parts: { database: Database; clock: Clock },
  input: { from: string; to: string; range: HistoryRange },
): Promise<Result<RateHistory, Problem>> {
  const send = parseAssetCode(input.from);
  if (send === undefined) return err(problem("currency/unknown", { pointer: "/from" }));
  const receive = parseAssetCode(input.to);
  if (receive === undefined) return err(problem("currency/unknown", { pointer: "/to" }));
  const stretches = stretchesOf(input.range, parts.clock.now());
  const prices = await pricesTogether(parts.database, { send, receive }, stretches);
  const points = prices.map(({ at, sendPrice, receivePrice }) => ({
    at,
    rate: rateBetween({ asset: send, price: sendPrice }, { asset: receive, price: receivePrice }),
  }));
  return ok({ pair: { send, receive }, range: input.range, points });
}

/** The stretches of a range that ends at `now`. */
export function stretchesOf(range: HistoryRange, now: TimeMs): Stretches {
  const { count, lengthMs } = BUCKETS[range];
  const lastFrom = Math.floor(now / lengthMs) * lengthMs;
  return { from: lastFrom - (count - 1) * lengthMs, lastFrom, lengthMs };
}
