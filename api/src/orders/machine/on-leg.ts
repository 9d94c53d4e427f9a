import { maxUnits } from "../../core/amount";
import { assert } from "../../core/assert";
import { assetOf, NATIVE_ASSET } from "../../core/assets";
import type { LegId } from "../../core/ids";
import { legFinalEntry, networkFeeEntry, refundReversedEntry, settleReversedEntry } from "../../ledger/entry";
import { effects, inPhase, legReserve, onHold, releaseQuarantine, withLeg } from "./effects";
import type { Effects, EventOf, TransitionError } from "./events";
import { type LegRef, type Order, refundable } from "./order";

/** A leg that reverted this often is not tried again by itself: a person looks first. */
export const LEG_REVERTS_MAX = 2;

const legOf = (order: Order, legId: LegId): LegRef => {
  const leg = order.legs.find((candidate) => candidate.id === legId);
  assert(leg !== undefined, "leg of another order", { legId });
  return leg;
};

/** The leg's transaction is on its way, or one of a higher fee in its place. */
export const onLegSent = (order: Order, event: EventOf<"leg_sent">): Effects | TransitionError =>
  // A slower process must not take a landed leg back.
  !isOnItsWay(legOf(order, event.legId), event.txId)
    ? "already_done"
    : effects(withLeg(order, event.legId, (leg) => ({ ...leg, status: "sent", txId: event.txId })));

const isOnItsWay = (leg: LegRef, txId: string): boolean =>
  leg.status === "planned" || (leg.status === "sent" && leg.txId !== txId);

/** The leg has landed for good; with the last one the order is done. */
export function onLegFinal(order: Order, event: EventOf<"leg_final">): Effects {
  const leg = legOf(order, event.legId);
  assert(leg.status === "planned" || leg.status === "sent", "leg landed twice", { legId: leg.id });
  const next = withLeg(order, leg.id, (l) => ({ ...l, status: "final", txId: event.txId }));
  const owedUnits = leg.kind === "payout" ? (next.mix?.owedUnits ?? 0n) : 0n;
  const isLast = owedUnits === 0n && next.legs.every((l) => l.status === "final" || l.status === "reversed");
  const ended = isLast ? releaseQuarantine(next) : { order: next, reserve: [] };
  const done: Order = isLast
    ? inPhase(ended.order, { state: leg.kind === "payout" ? "completed" : "refunded", at: event.at })
    : next;
  return effects(done, {
    ledger: [
      legFinalEntry({
        legId: leg.id,
        asset: leg.asset,
        units: leg.units,
        nativeAsset: NATIVE_ASSET[assetOf(leg.asset).chain],
        feeUnits: event.feeUnits,
      }),
    ],
    reserve: [...legReserve(leg, -1n), ...ended.reserve],
    closedLegs: [{ id: leg.id, state: "final" }],
  });
}

/** The leg's transaction was mined and reverted: its fee is gone, the debt is not. Once more, then a person looks. */
export function onLegReverted(order: Order, event: EventOf<"leg_reverted">): Effects {
  const leg = legOf(order, event.legId);
  assert(leg.status === "planned" || leg.status === "sent", "a landed leg cannot revert", { legId: leg.id });
  const reverts = leg.reverts + 1;
  const next = withLeg(order, leg.id, (l) => ({ ...l, status: "planned", txId: null, reverts }));
  const { txId, feeUnits } = event;
  const nativeAsset = NATIVE_ASSET[assetOf(leg.asset).chain];
  // The share of one of several legs may round to nothing.
  const ledger =
    feeUnits === 0n
      ? []
      : [networkFeeEntry({ legId: leg.id, txId, nativeAsset, feeUnits, holding: "chain" })];
  const { phase } = order;
  // What a lost plan asks an administrator stays asked; its release sends the failed legs too.
  const reason = phase.state === "hold" && phase.reason === "mix_key_lost" ? phase.reason : "payout_failed";
  if (reverts >= LEG_REVERTS_MAX) return effects(onHold(next, reason, event.at), { ledger });
  return effects(next, { ledger, commands: [{ kind: "send_leg", legId: leg.id }] });
}

/** The leg's transaction came to nothing and cost nothing: it is signed once more. What is owed and set aside stays. */
export function onLegDead(order: Order, event: EventOf<"leg_dead">): Effects {
  const leg = legOf(order, event.legId);
  assert(leg.status === "planned" || leg.status === "sent", "a landed leg cannot die", { legId: leg.id });
  return effects(
    withLeg(order, leg.id, (l) => ({ ...l, status: "planned", txId: null })),
    { commands: [{ kind: "send_leg", legId: leg.id }] },
  );
}

/** The leg's network fee stayed above its cap, and nothing of it is under way: a person looks, or the money goes back. */
export function onLegAboveCap(order: Order, event: EventOf<"leg_above_cap">): Effects | TransitionError {
  const { state } = order.phase;
  if (legOf(order, event.legId).status !== "planned" || (state !== "sending" && state !== "refunding"))
    return "already_done";
  const stopped: Order = event.mayLand
    ? order
    : withLeg(order, event.legId, (leg) => ({ ...leg, aboveCap: true }));
  return effects(onHold(stopped, "fee_above_cap", event.at));
}

/** None of its transactions may land any more: an order that is held for its fee can be refunded. */
export function onLegCleared(order: Order, event: EventOf<"leg_cleared">): Effects | TransitionError {
  const { phase } = order;
  const { status, aboveCap } = legOf(order, event.legId);
  const isHeld = phase.state === "hold" && phase.reason === "fee_above_cap";
  if (!isHeld || status !== "planned" || aboveCap === true) return "already_done";
  return effects(withLeg(order, event.legId, (leg) => ({ ...leg, aboveCap: true })));
}

/** A released leg has a new cap, never a lower one, and is sent. */
export function onLegReplanned(order: Order, event: EventOf<"leg_replanned">): Effects | TransitionError {
  const leg = legOf(order, event.legId);
  if (leg.status !== "planned") return "already_done";
  const feeUnitsMax = maxUnits(event.feeUnitsMax, leg.feeUnitsMax);
  const more = feeUnitsMax - leg.feeUnitsMax;
  const native = NATIVE_ASSET[assetOf(leg.asset).chain];
  return effects(
    withLeg(order, leg.id, (l) => ({ ...l, feeUnitsMax })),
    {
      commands: [{ kind: "send_leg", legId: leg.id }],
      reserve: more === 0n ? [] : [{ asset: native, held: 0n, planned: more }],
      // The time for which its fee was above its cap begins again, also where the cap is what it was.
      recappedLegs: [{ id: leg.id, feeUnitsMax }],
    },
  );
}

/** An administrator sends failed legs once more; those whose network fee was above their cap with a new one. */
export function resendLegs(order: Order): Effects {
  const { phase } = order;
  const open = order.legs.filter((leg) => leg.status === "planned");
  const isRefund = open.some((leg) => leg.kind === "refund");
  const kind = phase.state === "hold" && phase.reason === "fee_above_cap" ? "replan_leg" : "send_leg";
  return effects(
    inPhase(
      { ...order, legs: order.legs.map((leg) => (leg.status === "planned" ? again(leg) : leg)) },
      { state: isRefund ? "refunding" : "sending" },
    ),
    { commands: open.map((leg) => ({ kind, legId: leg.id })) },
  );
}

const again = ({ aboveCap: _, ...leg }: LegRef): LegRef => ({ ...leg, reverts: 0 });

/** Takes legs back that failed for good, so that what was credited can be refunded; the rest stay. */
export function reverseFailedLegs(order: Order): Effects {
  const failed = order.legs.filter(hasFailed);
  if (failed.length === 0) return effects(order);
  const reversed: Order = {
    ...order,
    settlement: failed.some((leg) => leg.kind === "payout") ? null : order.settlement,
    legs: order.legs.map((leg) => (hasFailed(leg) ? { ...leg, status: "reversed" } : leg)),
  };
  return effects(reversed, {
    ledger: failed.map((leg) => reversalOf(order, leg)),
    reserve: failed.flatMap((leg) => legReserve(leg, -1n)),
    closedLegs: failed.map((leg) => ({ id: leg.id, state: "reversed" })),
  });
}

/** Every attempt of the leg reverted, or its fee was too high for one, and none is under way. */
export const hasFailed = (leg: LegRef): boolean =>
  leg.status === "planned" && (leg.reverts >= LEG_REVERTS_MAX || leg.aboveCap === true);

function reversalOf(order: Order, leg: LegRef) {
  if (leg.kind === "payout") {
    assert(order.settlement !== null, "a payout leg without a settlement", { legId: leg.id });
    return settleReversedEntry(order.terms.book, leg.id, order.settlement);
  }
  const owed = refundable(order);
  return refundReversedEntry({
    legId: leg.id,
    book: order.terms.book,
    asset: leg.asset,
    units: leg.units,
    networkFeeUnits: owed.units - leg.units,
  });
}
