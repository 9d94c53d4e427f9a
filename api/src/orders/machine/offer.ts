import { maxUnits, mulDivCeil } from "../../core/amount";
import { figuresOf } from "../../core/exchange-figures";
import { PPM, type Ppm } from "../../core/fees";
import type { Market } from "../../market/market";
import {
  type ActionReason,
  type Consent,
  cannotBeExchanged,
  creditedUnits,
  isOwn,
  type Offer,
  type Order,
  refundable,
} from "./order";

/** How long the figures of an offer hold. */
export const OFFER_HOLD_MS = 60_000;
/** Figures that are lower than the offered ones by more than this are asked about again. */
const OFFER_FALL_PPM: Ppm = 5_000n;
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

type ExchangeOffer = NonNullable<Offer["exchange"]>;

/**
 * What exchanging the credited money brings at this market, whether or not it may be exchanged; null without a rate. Who
 * paid in time at a fixed rate gets no more than that rate brings: a further payment would be an option on a better one.
 */
export function figuresAt(order: Order, market: Market): ExchangeOffer | null {
  if (market.rate === null) return null;
  const current = exchangeAt(order, { rate: market.rate, networkFeeUnits: market.payoutFeeUnits });
  return isQuoteTaken(order) ? lowerOf(quotedFigures(order, market), current) : current;
}

function exchangeAt(order: Order, terms: Pick<ExchangeOffer, "rate" | "networkFeeUnits">): ExchangeOffer {
  const { feePpm } = order.terms;
  const { receiveUnits } = figuresOf({ ...terms, sendUnits: creditedUnits(order), feePpm });
  return { ...terms, receiveUnits };
}

/** What the credited money brings at the order's own rate. */
export function quotedFigures(order: Order, market: Market): ExchangeOffer {
  const { rate, networkFeeUnits } = order.terms.quote;
  return exchangeAt(order, { rate, networkFeeUnits: networkFeeUnits + market.furtherDepositsFeeUnits });
}

/** Whether a fixed rate was paid for in time, if only in part. */
const isQuoteTaken = ({ terms, deposits }: Order): boolean =>
  terms.orderType === "fixed" &&
  deposits.some(
    (deposit) =>
      isOwn(deposit) &&
      deposit.status === "credited" &&
      deposit.asset === terms.sendAsset &&
      deposit.blockAt !== null &&
      deposit.blockAt <= terms.expiresAt,
  );

/** Whether more was credited than one order may be worth: more than was agreed, and than the value cap is at this market. */
export const exceedsValueCap = (order: Order, market: Market): boolean =>
  creditedUnits(order) > maxUnits(order.terms.sendUnitsMax, market.sendUnitsMax ?? 0n);

function exchangeOffer(order: Order, market: Market): ExchangeOffer | null {
  const figures = figuresAt(order, market);
  if (figures === null || cannotBeExchanged(order) || exceedsValueCap(order, market)) return null;
  if (market.isPayeeTooDear) return null;
  const { receiveUnits } = figures;
  if (receiveUnits < market.payoutUnitsMin || receiveUnits <= 0n || receiveUnits > market.payableUnits)
    return null;
  return figures;
}

/** Whichever of the two brings less: an offer is no option on a better price. */
export const lowerOf = <Figures extends { receiveUnits: bigint }>(a: Figures, b: Figures): Figures =>
  b.receiveUnits < a.receiveUnits ? b : a;

/** The least that figures may bring before they are asked about again. */
const leastOf = (offered: ExchangeOffer): bigint =>
  mulDivCeil(offered.receiveUnits, PPM - OFFER_FALL_PPM, PPM);

/**
 * The consent to exchange by an offer, at the lower of its figures and the market's; null where the market's cannot be
 * offered, or bring less than the customer wants or than an offer may fall.
 */
export function consentTo(
  order: Order,
  offered: ExchangeOffer,
  given: { market: Market; at: number; receiveUnitsMin: bigint | null },
): Consent | null {
  const current = exchangeOffer(order, given.market);
  if (current === null) return null;
  const lower = lowerOf(offered, current);
  const receiveUnitsMin = maxUnits(leastOf(offered), given.receiveUnitsMin ?? 0n);
  if (lower.receiveUnits < receiveUnitsMin) return null;
  return { ...lower, sendUnits: creditedUnits(order), receiveUnitsMin, at: given.at };
}

/** Whether neither can be chosen, as when prices or network fees were not known. */
export const offersNothing = ({ exchange, refund }: Offer): boolean => exchange === null && refund === null;

/**
 * Whether an offer no longer holds: its minute is over, the market has fallen too far below its figures, or it offered
 * nothing and something can be offered now.
 */
export function isOver(offer: Offer, now: Offer): boolean {
  const { validUntil, exchange: offered } = offer;
  if (now.at >= validUntil) return true;
  if (offersNothing(offer)) return !offersNothing(now);
  if (offered === null) return false;
  return now.exchange === null || now.exchange.receiveUnits < leastOf(offered);
}

function refundOffer(order: Order, market: Market): Offer["refund"] {
  const units = refundable(order).units - market.refundFeeUnits;
  if (units < market.refundUnitsMin || units <= 0n) return null;
  return { networkFeeUnits: market.refundFeeUnits, units };
}

/** The question as it was put, for what is credited now: at the rate and the network fees that were offered, until then. */
export function offerAgain(order: Order): Order {
  const { phase } = order;
  if (phase.state !== "action_required") return order;
  const { exchange, refund } = phase.offer;
  const fee = refund?.networkFeeUnits ?? 0n;
  const brings = exchange && exchangeAt(order, exchange);
  const units = refundable(order).units - fee;
  const offer: Offer = {
    ...phase.offer,
    exchange: brings && brings.receiveUnits > 0n ? brings : null,
    refund: refund !== null && units > 0n ? { networkFeeUnits: fee, units } : null,
  };
  return { ...order, phase: { ...phase, offer } };
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
