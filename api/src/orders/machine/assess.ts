import type { Market } from "../../market/market";
import { effects, inPhase, joinEffects, releaseHold } from "./effects";
import type { Effects } from "./events";
import { ask } from "./offer";
import {
  type ActionReason,
  type Choice,
  cannotBeExchanged,
  consentOf,
  creditedAbove,
  creditedUnits,
  isClaimed,
  isGivenUp,
  isOwn,
  type Order,
} from "./order";
import { isAwaited, isLate, leastAgreed, toleranceOf } from "./share";

/** A late payment is refunded by itself within this time after the payment window. */
export const LATE_REFUND_WINDOW_MS = 24 * 3_600_000;

/** Whether a credited deposit of this order is not yet screened. */
export const isScreening = (order: Order): boolean =>
  order.deposits.some(
    (deposit) => isOwn(deposit) && deposit.status === "credited" && deposit.screening === "open",
  );

/** Whether more of this order's money is waited for (after a consent it is a child's), or a deposit is not yet screened. */
export const isIncomplete = (order: Order): boolean =>
  isScreening(order) ||
  (consentOf(order) === null && order.deposits.some((deposit) => isAwaited(order, deposit)));

/**
 * Decides what happens to money that is credited and clean: waits for the rest, asks the customer, refunds, or
 * continues to settle. An answered question leads back to this decision too.
 */
export function proceed(order: Order, market: Market | null, at: number): Effects {
  if (cannotBeExchanged(order)) return byStandingInstruction(order, onlyRefundableFor(order), market, at);
  if (isScreening(order)) return effects(inPhase(order, { state: "screening" }));
  if (isIncomplete(order)) return effects(inPhase(order, { state: "exchanging" }));
  // Without a market nothing can be asked with figures: settling looks at the mismatch again, with one.
  if (market === null) return settleNext(order);
  return byMismatch(order, market, at) ?? settleNext(order);
}

function onlyRefundableFor(order: Order): ActionReason {
  if (isClaimed(order)) return "late";
  return isGivenUp(order) ? "limit" : "wrong_asset";
}

/** What becomes of money that is not what was agreed, unless the customer has agreed to it; null when it is. */
export function byMismatch(order: Order, market: Market, at: number): Effects | null {
  if (order.approval !== null) return null;
  const worthUnits = creditedAbove(order, market.spendUnits);
  const mismatch = mismatchOf(order, { units: creditedUnits(order), worthUnits });
  return mismatch === null ? null : byStandingInstruction(order, mismatch, market, at);
}

/**
 * What is to become of a payment of so many units, final or not, as far as is known: an exchange as it was agreed; one
 * that the customer has agreed to or instructed, whatever the market then brings; or no exchange, or a question first.
 */
export function expectedOf(order: Order, units: bigint): "agreed" | "at_market" | "unknown" {
  if (cannotBeExchanged(order)) return "unknown";
  if (order.approval !== null) return "at_market";
  const mismatch = mismatchOf(order, { units, worthUnits: units });
  if (mismatch === null) return "agreed";
  return instructionFor(order, mismatch, units) === "exchange" ? "at_market" : "unknown";
}

export const settleNext = (order: Order): Effects =>
  effects(inPhase(order, { state: "exchanging" }), { commands: [{ kind: "settle" }] });

/**
 * Starts a refund; the leg is planned once its network fee is known. Needs a refund address. A mix's deposits stay
 * apart until then, because the refund may still turn out to be impossible, and the mix would continue.
 */
export function startRefund(order: Order): Effects {
  const released = releaseHold(order);
  return effects(inPhase({ ...released.order, approval: null }, { state: "refunding" }), {
    reserve: released.reserve,
    commands: [{ kind: "plan_refund" }],
  });
}

/** Units of a payment, and those of them in deposits that bring more than they cost to spend. */
type Payment = { units: bigint; worthUnits: bigint };

/** Why a payment is not what was agreed; null when it is. */
function mismatchOf(order: Order, { units, worthUnits }: Payment): ActionReason | null {
  const { terms } = order;
  // Its parent was decided without it, so that no answer counts for it yet.
  if (terms.parentId !== null) return "repeat";
  if (isLate(order)) return "late";
  const isFixed = terms.orderType === "fixed";
  if (isFixed && order.deposits.some((deposit) => deposit.replaced)) return "rate_moved";
  // A floating order exchanges any amount within its limits, unless its customer wants another one back.
  const minds = (instruction: Choice | undefined): boolean => isFixed || instruction === "refund";
  if (minds(terms.mismatch.less) && units < leastAgreed(order)) return "less";
  if (minds(terms.mismatch.more) && units > terms.sendUnits + toleranceOf(order)) return "more";
  // A minimum made of deposits that cost more than they bring is none.
  if (worthUnits < terms.sendUnitsMin || units > terms.sendUnitsMax) return "limit";
  return null;
}

/** The customer's instruction for this kind of mismatch of a payment, given when the order was made. */
function instructionFor(order: Order, reason: ActionReason, units: bigint): Choice | undefined {
  const { mismatch, sendUnitsMax } = order.terms;
  if (isClaimed(order)) return "refund";
  if (reason === "late") return mismatch.late;
  if (reason === "less") return mismatch.less;
  if (reason === "more") return mismatch.more;
  if (reason === "limit") return units > sendUnitsMax ? mismatch.more : mismatch.less;
  return undefined;
}

function byStandingInstruction(
  order: Order,
  reason: ActionReason,
  market: Market | null,
  at: number,
): Effects {
  const instruction = instructionFor(order, reason, creditedUnits(order));
  const asked = ask(order, reason, market, at);
  const offer = asked.phase.state === "action_required" ? asked.phase.offer : null;
  if (instruction === "exchange" && offer?.exchange) return settleNext({ ...order, approval: "at_market" });
  const mayRefund = order.refundAddress !== null && offer?.refund !== null && offer !== null;
  if (instruction === "refund" && mayRefund) return startRefund(order);
  if (reason === "late" && instruction === undefined && mayRefund && withinLateWindow(order))
    return startRefund(order);
  const released = releaseHold(asked);
  return joinEffects(effects(asked), effects(released.order, { reserve: released.reserve }));
}

const withinLateWindow = (order: Order): boolean =>
  order.deposits.every(
    (deposit) =>
      deposit.status !== "credited" || deposit.seenAt <= order.terms.expiresAt + LATE_REFUND_WINDOW_MS,
  );
