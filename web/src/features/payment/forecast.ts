import type { OrderState } from "@sotto/openapi";
import type { Order } from "../../lib/api";
import { changeBasisPoints } from "../../lib/decimal";
import { RULES } from "../legal/rules";

/** What is to become of a payment that is not what was agreed, as far as its order says. */
export interface Forecast {
  why: "late" | "after_cancel" | "less" | "more";
  /** `address`: it could go back if the order had a refund address. */
  outcome: "refund" | "exchange" | "ask" | "address";
}

const UNDECIDED: readonly OrderState[] = ["confirming", "screening"];

/** Hundredths of a percent that a payment may differ by before the service minds. */
const TOLERANCE = Number(RULES.fixedTolerancePercent) * 100;

/**
 * What the standing instructions say of a payment that is on its way; null where it is exchanged as was agreed, which
 * includes another amount at a floating rate, and where it was asked about before.
 */
export function forecastOf(order: Order): Forecast | null {
  if (!UNDECIDED.includes(order.state) || order.revision > 0) return null;
  const { late, closedAs, mismatch } = order;
  if (late) {
    const why = closedAs === "cancelled" ? "after_cancel" : "late";
    return { why, outcome: outcomeOf(mismatch.late ?? (cameInTime(order) ? "refund" : null), order) };
  }
  const why = differenceOf(order);
  if (why === null || (order.orderType === "floating" && mismatch[why] !== "refund")) return null;
  return { why, outcome: outcomeOf(mismatch[why], order) };
}

/** Whether a time can be named at which the coins are expected. */
export const isExpected = ({ amounts, state, mixing }: Order): boolean =>
  amounts.current !== null && (state === "confirming" || mixing?.endsAt != null);

function outcomeOf(instruction: Order["mismatch"]["late"], { refundAddress }: Order): Forecast["outcome"] {
  if (instruction === "exchange") return "exchange";
  if (instruction === null) return "ask";
  return refundAddress === null ? "address" : "refund";
}

/** Whether all that came was seen early enough to be refunded without a question. */
function cameInTime({ deposits, expiresAt }: Order): boolean {
  const endMs = Date.parse(expiresAt) + RULES.lateRefundSeconds * 1000;
  return deposits.every(
    ({ setAside, child, seenAt }) => setAside || child !== null || Date.parse(seenAt) <= endMs,
  );
}

function differenceOf({ amounts: { arrived, ordered } }: Order): "less" | "more" | null {
  if (arrived === null || arrived.currency !== ordered.sendCurrency) return null;
  const change = changeBasisPoints(ordered.sendAmount, arrived.amount) ?? 0;
  if (change < -TOLERANCE) return "less";
  return change > TOLERANCE ? "more" : null;
}
