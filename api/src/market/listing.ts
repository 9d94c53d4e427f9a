import { ASSETS, type AssetCode } from "../core/assets";
import { type Problem, problem } from "../core/errors";
import type { TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import { parsePair } from "./draft";
import { limitsOf } from "./limits";
import {
  type CurrentPrices,
  isActive,
  networkFeeOf,
  orderCapUnits,
  type Pair,
  payableUnits,
  rateOf,
} from "./market";

type Rate = { numerator: bigint; denominator: bigint };

/** A currency of the registry as it can be traded now; `maxUnits` is null while there is no price. */
export type ListedCurrency = { asset: AssetCode; isActive: boolean; maxUnits: bigint | null };

/** A pair's rate in receive units per send unit, and the older of its two prices' times. */
export type ListedRate = { pair: Pair; rate: Rate; at: TimeMs };

/** What can be paid out, in smallest units, and as a percentage of our own coins, rounded down. */
export type ListedReserve = { asset: AssetCode; units: bigint; percent: number };

/** Everything that is charged and allowed for a pair now; limits in send units, the fee in receive units. */
export type PairFigures = ListedRate & { limits: { min: bigint; max: bigint }; networkFeeUnits: bigint };

/** Returns every currency of the registry, paused ones included. */
export const listCurrencies = (current: CurrentPrices, now: TimeMs): ListedCurrency[] =>
  ASSETS.map(({ code }) => ({
    asset: code,
    isActive: isActive(current, code),
    maxUnits: orderCapUnits(current, code, now),
  }));

/** Returns the rate of every ordered pair of active currencies that has one. */
export function listRates(current: CurrentPrices, now: TimeMs): ListedRate[] {
  const active = ASSETS.map(({ code }) => code).filter((code) => isActive(current, code));
  return active.flatMap((send) =>
    active
      .filter((receive) => receive !== send)
      .flatMap((receive) => {
        const pair = { send, receive };
        const rate = rateOf(current, pair, now);
        return rate === null ? [] : [{ pair, rate, at: pricedAt(current, pair) }];
      }),
  );
}

/** Returns what can be paid out of each active currency now. */
export const listReserves = (current: CurrentPrices): ListedReserve[] =>
  ASSETS.filter(({ code }) => isActive(current, code)).map(({ code }) => {
    const units = payableUnits(current, code);
    const own = current.reserves.get(code)?.own ?? 0n;
    return { asset: code, units, percent: own > 0n ? Number((units * 100n) / own) : 0 };
  });

/** Returns the figures of one pair. Errors: `currency/unknown`, `currency/paused`, `pair/paused`. */
export function pairFigures(
  current: CurrentPrices,
  input: { from: string; to: string },
  now: TimeMs,
): Result<PairFigures, Problem> {
  const named = { send: input.from, receive: input.to };
  const parsed = parsePair(current, named, { send: "/from", receive: "/to" });
  if (!parsed.ok) return parsed;
  const pair = parsed.value;
  const rate = rateOf(current, pair, now);
  const networkFeeUnits = networkFeeOf(current, pair, now);
  const limits = limitsOf(current, pair, now);
  if (rate === null || networkFeeUnits === null || limits === null) return err(problem("pair/paused"));
  return ok({ pair, rate, limits, networkFeeUnits, at: pricedAt(current, pair) });
}

const pricedAt = (current: CurrentPrices, pair: Pair): TimeMs =>
  Math.min(...[pair.send, pair.receive].map((asset) => current.prices.get(asset)?.at ?? current.at));
