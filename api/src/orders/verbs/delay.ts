import type { Problem } from "../../core/errors";
import type { OrderId } from "../../core/ids";
import type { Result } from "../../core/result";
import { type ActParts, act } from "./act";
import type { Call } from "./call";

/**
 * Extends a mix's delay to so many minutes in all. Errors: `order/unknown`, `order/closed` once its payout has begun or
 * where it is no mix, `mixer/delay` for one that is not longer.
 */
export function delayMix<Answer>(
  parts: ActParts,
  id: OrderId,
  { delayMinutes }: { delayMinutes: number },
  call: Call<Answer>,
): Promise<Result<Answer, Problem>> {
  const event = { type: "mix_delayed", at: parts.clock.now(), delayMinutes } as const;
  return act(parts, id, { source: "holder", event }, call);
}
