import { type Problem, problem } from "../../core/errors";
import { err, ok, type Result } from "../../core/result";
import type { Limit, Limits } from "../../http/limiter";
import { LIMITS } from "../limits";
import type { OrderAnswers } from "./answers";
import type { TrackWire } from "./track-schema";

type Asked = { code: string; tail?: string | undefined };
type Budget = { limit: Limit; key: string };

/**
 * Looks a code up. A miss is counted before the look-up, so that many at once cannot slip through, and returned unless
 * there is no such order. Errors: `track/unknown`, `track/tail-required`, `limit/rate`.
 */
export async function trackOnce(
  limits: Limits,
  orders: Pick<OrderAnswers, "track">,
  asked: Asked,
): Promise<Result<TrackWire, Problem>> {
  const taken = await takeMiss(limits, asked);
  if (!taken.ok) return taken;
  let isMiss = false;
  try {
    const found = await orders.track(asked);
    isMiss = !found.ok;
    return found;
  } finally {
    if (!isMiss) giveBack(limits, taken.value);
  }
}

/**
 * Misses of everybody count together. Strangers can use these up, and then only look-ups with a tail are made; those count
 * by their tail and by their code, which a stranger would have to know to use them up. Neither depends on whether there is
 * such an order, so a refusal says nothing of it.
 */
async function takeMiss(limits: Limits, { code, tail }: Asked): Promise<Result<readonly Budget[], Problem>> {
  const common: Budget = { limit: LIMITS.trackMiss, key: "everybody" };
  const take = await limits.take(common.limit, common.key);
  if (tail === undefined)
    return take.taken ? ok([common]) : err(problem("track/tail-required", { retryAfterS: take.retryAfterS }));
  const taken = take.taken ? [common] : [];
  const own: Budget[] = [
    { limit: LIMITS.trackMissOfTail, key: tail },
    { limit: LIMITS.trackMissOfCode, key: code },
  ];
  for (const budget of own) {
    const { limit, key } = budget;
    const next = await limits.take(limit, key);
    if (!next.taken) {
      giveBack(limits, taken);
      const { retryAfterS } = next;
      return err(problem("limit/rate", { retryAfterS, params: { seconds: String(retryAfterS) } }));
    }
    taken.push(budget);
  }
  return ok(taken);
}

function giveBack(limits: Limits, budgets: readonly Budget[]): void {
  for (const { limit, key } of budgets) limits.giveBack(limit, key);
}
