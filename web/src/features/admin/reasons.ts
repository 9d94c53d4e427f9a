import type { OrderReason } from "@sotto/openapi";

const REASONS = [
  "less",
  "more",
  "limit",
  "late",
  "repeat",
  "wrong_asset",
  "rate_moved",
  "no_reserve",
  "listed",
  "unknown_source",
  "payout_failed",
  "fee_above_cap",
  "mix_key_lost",
] as const satisfies readonly OrderReason[];

/** Whether text is a reason that the console has words for. */
export function isOrderReason(text: string): text is (typeof REASONS)[number] {
  return (REASONS as readonly string[]).includes(text);
}
