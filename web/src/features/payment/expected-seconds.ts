import type { Order } from "../../lib/api";

type Expecting = Pick<Order, "confirmations" | "confirmationsRequired" | "estimatedTime"> & {
  mixing: Pick<NonNullable<Order["mixing"]>, "seconds" | "endsAt"> | null;
};

/**
 * Seconds until the coins are to be expected; negative when it takes longer. A mix that has begun has a time of its own;
 * before, only what comes before the mix shrinks with the confirmations, the block of the payout being one more.
 * `sinceMs`: since when the confirmations are as many.
 */
export function expectedSeconds(
  order: Expecting,
  { nowMs, sinceMs }: { nowMs: number; sinceMs: number },
): number {
  const { confirmations, confirmationsRequired: required, estimatedTime, mixing } = order;
  if (mixing?.endsAt) return (Date.parse(mixing.endsAt) - nowMs) / 1000;
  const mixSeconds = mixing?.seconds ?? 0;
  const open = (Math.max(0, required - confirmations) + 1) / (required + 1);
  return (estimatedTime - mixSeconds) * open + mixSeconds - (nowMs - sinceMs) / 1000;
}
