import { unreachable } from "../../core/assert";
import { err, ok, type Result } from "../../core/result";
import { onDepositAside } from "./aside";
import type { Effects, OrderEvent, TransitionError } from "./events";
import { withHold } from "./holding";
import {
  onCancel,
  onDecision,
  onOfferRefreshed,
  onRefundAddress,
  onRefundHeld,
  onRelease,
  onTimer,
} from "./on-customer";
import {
  afterAside,
  onChildOpened,
  onDepositClaimed,
  onDepositFinal,
  onDepositGone,
  onDepositMined,
  onDepositScreened,
  onDepositSeen,
} from "./on-deposit";
import {
  onLegAboveCap,
  onLegCleared,
  onLegDead,
  onLegFinal,
  onLegReplanned,
  onLegReverted,
  onLegSent,
} from "./on-leg";
import { onMixDelayed, onMixLeg, onMixLost, onMixRound } from "./on-mix";
import { onPlanRefund, onSettle } from "./on-settle";
import type { Order } from "./order";

/**
 * What an event does to an order: the order after it, and everything that must be written with it in one database
 * transaction. Pure. An error means that nothing changes; money events never give one.
 */
export function transition(order: Order, event: OrderEvent): Result<Effects, TransitionError> {
  const outcome = apply(order, event);
  if (typeof outcome === "string") return err(outcome);
  const held = withHold(outcome, event.at, "room" in event ? event.room : undefined);
  return ok({ ...held, order: { ...held.order, version: order.version + 1 } });
}

function apply(order: Order, event: OrderEvent): Effects | TransitionError {
  switch (event.type) {
    case "deposit_seen":
      return onDepositSeen(order, event);
    case "deposit_mined":
      return onDepositMined(order, event);
    case "deposit_gone":
      return onDepositGone(order, event);
    case "deposit_final":
      return onDepositFinal(order, event);
    case "deposit_screened":
      return onDepositScreened(order, event);
    case "deposit_claimed":
      return onDepositClaimed(order, event);
    case "deposit_aside":
      return afterAside(onDepositAside(order, event), event.at);
    case "child_opened":
      return onChildOpened(order, event);
    case "settle":
      return onSettle(order, event);
    case "offer_refreshed":
      return onOfferRefreshed(order, event);
    case "decision":
      return onDecision(order, event);
    case "refund_address":
      return onRefundAddress(order, event);
    case "cancel":
      return onCancel(order, event);
    case "plan_refund":
      return onPlanRefund(order, event);
    case "leg_sent":
      return onLegSent(order, event);
    case "leg_final":
      return onLegFinal(order, event);
    case "leg_reverted":
      return onLegReverted(order, event);
    case "leg_dead":
      return onLegDead(order, event);
    case "leg_above_cap":
      return onLegAboveCap(order, event);
    case "leg_cleared":
      return onLegCleared(order, event);
    case "leg_replanned":
      return onLegReplanned(order, event);
    case "mix_round":
      return onMixRound(order, event);
    case "mix_leg":
      return onMixLeg(order, event);
    case "mix_lost":
      return onMixLost(order, event);
    case "mix_delayed":
      return onMixDelayed(order, event);
    case "release":
      return onRelease(order, event);
    case "refund_held":
      return onRefundHeld(order, event);
    case "timer":
      return onTimer(order, event);
    default:
      return unreachable(event);
  }
}
