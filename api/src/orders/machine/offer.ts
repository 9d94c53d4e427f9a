import { figuresOf } from "../../core/exchange-figures";
import type { Market } from "../../market/market";
import {
  type ActionReason,
  cannotBeExchanged,
  creditedUnits,
  type Offer,
  type Order,
  refundable,
} from "./order";

/** How long the figures of an offer hold. */
export const OFFER_HOLD_MS = 60_000;
/** How long the customer may take to decide before the default happens. */
export const DECISION_WINDOW_MS = 24 * 3_600_000;
/** How long after the deadline an undecided order counts as unclaimed. */
export const UNCLAIMED_AFTER_MS = 30 * 24 * 3_600_000;

/** What exchange and refund would each bring at this market; null for a choice that is not possible. */
export function offerOf(order: Order, market: Market | null, at: number): Offer {
  const validUntil = at + OFFER_HOLD_MS;
  if (market === null) return { at, validUntil, exchange: null, refund: null };
  return { at, validUntil, exchange: exchangeOffer(order, market), refund: refundOffer(order, market) };
}

function exchangeOffer(order: Order, market: Market): Offer["exchange"] {
  if (market.rate === null || cannotBeExchanged(order)) return null;
  const { receiveUnits } = figuresOf({
    sendUnits: creditedUnits(order),
    rate: market.rate,
    feePpm: order.terms.feePpm,
    networkFeeUnits: market.payoutFeeUnits,
  });
  if (receiveUnits < market.payoutUnitsMin || receiveUnits <= 0n || receiveUnits > market.payableUnits)
    return null;
  return { rate: market.rate, networkFeeUnits: market.payoutFeeUnits, receiveUnits };
}

function refundOffer(order: Order, market: Market): Offer["refund"] {
  const units = refundable(order).units - market.refundFeeUnits;
  if (units < market.refundUnitsMin || units <= 0n) return null;
  return { networkFeeUnits: market.refundFeeUnits, units };
}

/** Puts the question to the customer, with figures, a deadline and a new revision. */
export const ask = (order: Order, reason: ActionReason, market: Market | null, at: number): Order => ({
  ...order,
  approval: null,
  revision: order.revision + 1,
  phase: {
    state: "action_required",
    reason,
    offer: offerOf(order, market, at),
    deadline: order.phase.state === "action_required" ? order.phase.deadline : at + DECISION_WINDOW_MS,
    overdue: false,
    unclaimed: false,
  },
});
