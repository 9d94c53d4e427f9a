import { reasonOf } from "@sotto/openapi/order-reason";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";

/** The reasons that have a text of their own; any other is described in general words. */
const KNOWN_REASONS = [
  "less",
  "more",
  "limit",
  "late",
  "after_cancel",
  "repeat",
  "wrong_asset",
  "rate_moved",
  "no_reserve",
  "listed",
  "unknown_source",
  "payout_failed",
  "fee_above_cap",
  "mix_key_lost",
  "chain_halted",
] as const;

/** Why an order waits, in words. */
export function Reason({ order }: { order: Order }) {
  const t = useTranslations("reason");
  const reason = reasonOf(order);
  if (reason === null) return null;
  return <p className="mt-2 font-medium">{t(KNOWN_REASONS.find((known) => known === reason) ?? "other")}</p>;
}
