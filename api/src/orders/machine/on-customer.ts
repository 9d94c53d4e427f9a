import { isWorthless, setAllAside } from "./aside";
import { isScreening, proceed, startRefund } from "./assess";
import { effects, inPhase, joinEffects, releaseHold } from "./effects";
import type { Effects, EventOf, TransitionError } from "./events";
import { holdWait } from "./hold";
import { holdsQuote } from "./holding";
import { consentTo, DECISION_WINDOW_MS, isOver, offerOf, UNCLAIMED_AFTER_MS } from "./offer";
import { hasFailed, resendLegs } from "./on-leg";
import { canTakeMixBack, releaseLostMix } from "./on-mix";
import { consentOf, type DepositRef, isClaimed, type Order, type Phase } from "./order";
import { isReview, reviewed, sawSources } from "./review";
import { furtherUntil, isAwaited } from "./share";

type Asked = Extract<Phase, { state: "action_required" }>;

/** The customer chooses; what they saw must still be what they get, or nearly. Money that comes later is a child's. */
export function onDecision(order: Order, event: EventOf<"decision">): Effects | TransitionError {
  const { phase } = order;
  if (phase.state !== "action_required") return "no_question_open";
  if (event.revision !== null && event.revision !== order.revision) return "decision_stale";
  if (event.choice === "exchange") return chooseExchange(order, phase, event);
  if (phase.offer.refund === null) return "choice_unavailable";
  const refundAddress = order.refundAddress ?? event.refundAddress;
  if (refundAddress === null) return "refund_address_missing";
  if (event.refundAddress !== null && event.refundAddress !== refundAddress) return "refund_address_set";
  return startRefund({ ...order, refundAddress });
}

function chooseExchange(
  order: Order,
  { offer }: Asked,
  event: EventOf<"decision">,
): Effects | TransitionError {
  const { market, at, receiveUnitsMin } = event;
  if (offer.exchange === null) return "choice_unavailable";
  if (at >= offer.validUntil || market === null || market.rate === null) return "rate_unavailable";
  const approval = consentTo(order, offer.exchange, { market, at, receiveUnitsMin });
  return approval === null ? "decision_stale" : proceed({ ...order, approval }, market, at);
}

/** The refund address can be given once, at any time before the order is over. */
export function onRefundAddress(order: Order, event: EventOf<"refund_address">): Effects | TransitionError {
  if (order.refundAddress !== null) return "refund_address_set";
  if (
    order.phase.state === "completed" ||
    order.phase.state === "refunded" ||
    order.phase.state === "failed"
  ) {
    return "order_decided";
  }
  return effects({ ...order, refundAddress: event.address });
}

/** The customer cancels before paying. */
export function onCancel(order: Order, event: EventOf<"cancel">): Effects | TransitionError {
  if (order.phase.state !== "waiting") return "order_not_waiting";
  const released = releaseHold(order);
  return effects(inPhase(released.order, { state: "cancelled", at: event.at }), {
    reserve: released.reserve,
  });
}

/** New figures for an open question, when the old ones no longer hold. */
export function onOfferRefreshed(order: Order, event: EventOf<"offer_refreshed">): Effects | TransitionError {
  const { phase } = order;
  if (phase.state !== "action_required") return "no_question_open";
  const offer = offerOf(order, event.market, event.at);
  if (!isOver(phase.offer, offer)) return "not_due";
  return effects({
    ...inPhase(order, { ...phase, offer }),
    revision: order.revision + 1,
  });
}

/** Lets a held order continue, or exchanges one whose customer was asked, at the market of that moment. */
export function onRelease(order: Order, event: EventOf<"release">): Effects | TransitionError {
  if (order.phase.state === "action_required") {
    if (event.market === null) return "rate_unavailable";
    const { market, at } = event;
    const { exchange } = offerOf(order, market, at);
    const approval = exchange && consentTo(order, exchange, { market, at, receiveUnitsMin: null });
    return approval === null ? "choice_unavailable" : proceed({ ...order, approval }, market, at);
  }
  if (order.phase.state !== "hold") return "order_not_held";
  if (order.phase.reason === "mix_key_lost") return releaseLostMix(order);
  if (!isReview(order.phase.reason)) return resendLegs(order);
  if (!sawSources(order, event)) return "sources_unseen";
  return proceed(reviewed(order), event.market, event.at);
}

/**
 * An administrator sends the money back of an order that is held, or (at the market of that moment) whose customer was
 * asked; needs a refund address. A failed payout is reversed with it.
 */
export function onRefundHeld(order: Order, event: EventOf<"refund_held">): Effects | TransitionError {
  if (order.phase.state === "action_required") {
    if (order.refundAddress === null) return "refund_address_missing";
    if (event.market === null) return "rate_unavailable";
    const { refund } = offerOf(order, event.market, event.at);
    return refund === null ? "choice_unavailable" : startRefund(order);
  }
  if (order.phase.state !== "hold") return "order_not_held";
  // A mix that has begun is paid: its legs can be sent again, not taken back.
  if (order.mix !== undefined && !canTakeMixBack(order)) return "order_decided";
  // An earlier transaction of it may land.
  if (order.legs.some((leg) => leg.status !== "reversed" && !hasFailed(leg))) return "order_decided";
  if (order.refundAddress === null) return "refund_address_missing";
  if (!sawSources(order, event)) return "sources_unseen";
  return startRefund(reviewed(order));
}

/** When the order next needs a look at the clock; null when it does not. */
export function nextTimerAt(order: Order): number | null {
  const { phase } = order;
  if (phase.state === "waiting" || (phase.state === "confirming" && holdsQuote(order)))
    return order.terms.expiresAt;
  if (phase.state === "hold") return holdWait(order).refundAt;
  if (phase.state === "exchanging") return awaitsUnconfirmed(order) ? furtherUntil(order) : null;
  if (phase.state !== "action_required" || phase.unclaimed) return null;
  return phase.overdue ? phase.deadline + UNCLAIMED_AFTER_MS : phase.deadline;
}

/** What was paid is still too little to be exchanged or sent back: the order ends, and its money is booked to no owner. */
function endWorthless(order: Order, at: number): Effects {
  const aside = setAllAside(order);
  return joinEffects(aside, effects(inPhase(aside.order, { state: "expired", at })));
}

/** Claimed money was worth its refund when it was claimed: it waits for a lower fee, because the coins can be claimed once. */
const mayEndWorthless = (order: Order): boolean => !isClaimed(order) && !isScreening(order);

const isUnconfirmed = (deposit: DepositRef): boolean =>
  deposit.status === "pending" && deposit.blockAt === null;

const awaitsUnconfirmed = (order: Order): boolean =>
  consentOf(order) === null &&
  order.deposits.some((deposit) => isUnconfirmed(deposit) && isAwaited(order, deposit));

/** Continues without what is still in no block: it opens a child order if it comes. */
function awaitNoLonger(order: Order, event: EventOf<"timer">): Effects {
  const deposits = order.deposits.map(
    (deposit): DepositRef => (isUnconfirmed(deposit) ? { ...deposit, unawaited: true } : deposit),
  );
  return proceed({ ...order, deposits }, event.market, event.at);
}

/** Time has passed: a payment window, a deadline or the hold of a failed payout may be over. */
export function onTimer(order: Order, event: EventOf<"timer">): Effects | TransitionError {
  const { phase } = order;
  const due = nextTimerAt(order);
  if (due === null || event.at < due) return "not_due";
  if (phase.state === "waiting") {
    const released = releaseHold(order);
    return effects(inPhase(released.order, { state: "expired", at: event.at }), {
      reserve: released.reserve,
    });
  }
  // The quote has ended: what it held beyond what was seen is released, as after every event.
  if (phase.state === "confirming") return effects(order);
  if (phase.state === "hold") return startRefund(order);
  if (phase.state === "exchanging") return awaitNoLonger(order, event);
  if (phase.state !== "action_required") return "not_due";
  if (event.market === null) return "rate_unavailable";
  const offer = offerOf(order, event.market, event.at);
  if (order.refundAddress !== null && offer.refund !== null) return startRefund(order);
  const unclaimed = event.at >= phase.deadline + UNCLAIMED_AFTER_MS;
  if (unclaimed && mayEndWorthless(order) && isWorthless(order, event.market))
    return endWorthless(order, event.at);
  // Claimed money has no one to be asked: it is tried each day until the fee allows it.
  const next = isClaimed(order)
    ? { ...phase, offer, deadline: event.at + DECISION_WINDOW_MS }
    : { ...phase, offer, overdue: true, unclaimed };
  return effects({ ...inPhase(order, next), revision: order.revision + 1 });
}
