import { mulDivFloor } from "../core/amount";
import { ASSETS, type AssetCode } from "../core/assets";
import type { TimeMs } from "../core/ports";
import type { PriceScaled } from "./price";
import { referencePrice } from "./rates";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How dense the past is up to an age: as a chart of that range shows it. */
const STRETCHES = [
  { untilMs: DAY_MS, everyMs: 15 * MINUTE_MS },
  { untilMs: 7 * DAY_MS, everyMs: 2 * HOUR_MS },
  { untilMs: 30 * DAY_MS, everyMs: 8 * HOUR_MS },
];

/** The most that a price moves within an hour, and how far it strays from its reference; parts per million. */
const HOUR_PPM = 6_000;
const STRAY_PPM = 90_000;

/** A price of the past. */
export type PastPrice = { asset: AssetCode; minute: TimeMs; price: PriceScaled };

/**
 * A past for the simulated market, the same for the same moment: a walk back from each asset's reference price, which is
 * where the market starts. The moments of all assets agree, so that every pair has its rates.
 */
export function simulatedPast(now: TimeMs): PastPrice[] {
  const moments = pastMoments(now);
  return ASSETS.flatMap(({ code, symbol }) => {
    const isStable = symbol === "USDT" || symbol === "USDC";
    const next = sequence(code);
    let offset = 0;
    let laterMs = now;
    return moments.map((minute) => {
      const hours = (laterMs - minute) / HOUR_MS;
      laterMs = minute;
      const step = Math.trunc((2 * next() - 1) * HOUR_PPM * Math.sqrt(hours)) - Math.trunc(offset / 80);
      if (!isStable) offset = Math.max(-STRAY_PPM, Math.min(STRAY_PPM, offset + step));
      return {
        asset: code,
        minute,
        price: mulDivFloor(referencePrice(code), 1_000_000n + BigInt(offset), 1_000_000n),
      };
    });
  });
}

/** Whole minutes before `now`, latest first. */
function pastMoments(now: TimeMs): TimeMs[] {
  const moments: TimeMs[] = [];
  let at = now - (now % MINUTE_MS);
  for (const { untilMs, everyMs } of STRETCHES) {
    while (now - (at - everyMs) < untilMs) {
      at -= everyMs;
      moments.push(at);
    }
  }
  return moments;
}

/** Fractions from 0 to 1 that a text decides (a linear congruential generator, Numerical Recipes). */
function sequence(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2 ** 32, 7);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
