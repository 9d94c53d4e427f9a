import type { ApiResult, RateHistory } from "../../lib/api";

/**
 * Past rates as a page carries them. A hundred objects with a date each would be a tenth of its weight; the gaps between
 * the moments are mostly the same.
 */
export interface PastRates extends Omit<RateHistory, "points"> {
  /** Moment of the first rate, in milliseconds. */
  startMs: number;
  /** To each of the others from the one before it, in seconds. */
  gaps: string;
  rates: string;
}

/** Packs past rates to be carried by a page. */
export function packRates({ points, ...history }: RateHistory): PastRates {
  const times = points.map(({ at }) => Date.parse(at));
  const gaps = times.slice(1).map((time, index) => (time - (times[index] ?? time)) / 1000);
  return {
    ...history,
    startMs: times[0] ?? 0,
    gaps: gaps.join(" "),
    rates: points.map(({ rate }) => rate).join(" "),
  };
}

/** The past rates that a page carries. */
export function unpackRates(packed: ApiResult<PastRates> | null): ApiResult<RateHistory> | null {
  if (packed === null || !packed.ok) return packed;
  const { startMs, gaps, rates, ...history } = packed.value;
  const words = (text: string) => (text === "" ? [] : text.split(" "));
  let timeMs = startMs;
  const steps = [0, ...words(gaps).map(Number)];
  const points = words(rates).map((rate, index) => {
    timeMs += (steps[index] ?? 0) * 1000;
    return { at: new Date(timeMs).toISOString(), rate };
  });
  return { ok: true, value: { ...history, points } };
}
