import { assert } from "../../core/assert";
import type { TimeMs } from "../../core/ports";
import { hasFailed } from "./on-leg";
import { isOwn, type Order } from "./order";
import { isForReview, isReview } from "./review";

/** How long a payout that failed, or whose network fee stayed above its cap, waits for an administrator before it is refunded by itself. */
export const HOLD_REFUND_MS = 86_400_000;

/** What an order on hold waits for. */
export const HOLD_AWAITS = ["refund", "refund_address", "administrator"] as const;
export type HoldAwaits = (typeof HOLD_AWAITS)[number];

/** What an order on hold waits for, since when, and the time of its refund where that comes by itself. */
export type HoldWait = { what: HoldAwaits; since: TimeMs; refundAt: TimeMs | null };

/**
 * What an order on hold waits for. A payout that failed, or whose network fee stayed above its cap, is refunded by itself
 * where no transaction of it can land any more, no mix has begun and no source is reviewed, as soon as a refund address is
 * known.
 */
export function holdWait(order: Order): HoldWait {
  const { phase } = order;
  assert(phase.state === "hold", "an order that is not on hold", { id: order.id });
  const { since } = phase;
  if (isReview(phase.reason) || order.mix !== undefined || hasSourceForReview(order) || !isDead(order))
    return { what: "administrator", since, refundAt: null };
  if (order.refundAddress === null) return { what: "refund_address", since, refundAt: null };
  return { what: "refund", since, refundAt: since + HOLD_REFUND_MS };
}

const hasSourceForReview = ({ deposits }: Order): boolean =>
  deposits.some((deposit) => isOwn(deposit) && isForReview(deposit.screening));

/** No transaction of any leg can land, and only payouts failed: a refund that failed would fail again. */
const isDead = ({ legs }: Order): boolean =>
  legs.every((leg) => leg.status === "reversed" || (leg.kind === "payout" && hasFailed(leg)));
