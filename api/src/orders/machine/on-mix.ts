import { assert } from "../../core/assert";
import { assetOf, NATIVE_ASSET } from "../../core/assets";
import { mixLegEntry, mixReversedEntry, mixSettleEntry } from "../../ledger/entry";
import type { Market } from "../../market/market";
import { mixMoves } from "../../mixer/network-cost";
import { DELAY_MINUTES } from "../../mixer/settings";
import type { ReserveChange } from "../../reserves/reserve-change";
import { effects, inPhase, joinEffects, legReserve, onHold, quarantineReserve, releaseHold } from "./effects";
import type { Effects, EventOf, TransitionError } from "./events";
import { resendLegs } from "./on-leg";
import type { LegRef, Mix, Order, Settlement } from "./order";

/**
 * Fixes a mix's rate and books its swap. What is owed stays in the order's own book; legs take it from there when
 * they are due, so that nothing in the books reveals the plan.
 */
export function startMix(
  order: Order,
  settlement: Settlement,
  given: { mixer: NonNullable<Order["terms"]["mixer"]>; market: Market; key: string },
): Effects {
  const { settings, receiveAddresses } = given.mixer;
  const { payoutFeeUnitsMax, roundFeeUnitsMax, roundUnits } = given.market;
  const { rounds, legs } = mixMoves(settings, receiveAddresses.length);
  const mix: Mix = {
    roundsDone: 0,
    roundsSkipped: 0,
    legsPlanned: 0,
    owedUnits: settlement.receiveUnits,
    roundUnits,
    legFeeUnitsMax: payoutFeeUnitsMax,
    roundFeeUnitsMax,
    feesAsideUnits: payoutFeeUnitsMax * BigInt(legs) + roundFeeUnitsMax * BigInt(rounds),
    delayMinutes: settings.delayMinutes,
    shortfall: null,
  };
  const released = releaseHold(order);
  const next = inPhase({ ...released.order, settlement, mix }, { state: "mixing" });
  const aside = { asset: settlement.receiveAsset, units: mix.owedUnits, feeUnitsMax: mix.feesAsideUnits };
  return joinEffects(
    effects(released.order, { reserve: released.reserve }),
    effects(next, {
      ledger: [mixSettleEntry(order.terms.book, given.key, settlement)],
      reserve: [...legReserve(aside, 1n), ...quarantineReserve(next, order.quarantinedUnits ?? 0n)],
      commands: [{ kind: "mix" }],
    }),
  );
}

/** A round is done with, one way or the other; what was set aside for its fee is free again. */
export function onMixRound(order: Order, event: EventOf<"mix_round">): Effects | TransitionError {
  const { mix } = order;
  if (mix === undefined || order.phase.state !== "mixing") return "already_done";
  if (event.no !== mix.roundsDone + mix.roundsSkipped + 1) return "already_done";
  const isDone = event.outcome === "done";
  const next: Mix = {
    ...mix,
    roundsDone: mix.roundsDone + (isDone ? 1 : 0),
    roundsSkipped: mix.roundsSkipped + (isDone ? 0 : 1),
    feesAsideUnits: mix.feesAsideUnits - mix.roundFeeUnitsMax,
  };
  return effects({ ...found(order), mix: next }, { reserve: feesReserve(order, -mix.roundFeeUnitsMax) });
}

/** Plans the next leg, from what is set aside; with the last one nothing stays set aside but the legs themselves. */
export function onMixLeg(order: Order, event: EventOf<"mix_leg">): Effects | TransitionError {
  const { mix, settlement, phase } = order;
  if (mix === undefined || settlement === null) return "already_done";
  if (phase.state !== "mixing" && phase.state !== "sending") return "not_due";
  if (event.no !== mix.legsPlanned + 1) return "already_done";
  const { units, destination } = event;
  assert(units > 0n && units <= mix.owedUnits, "a leg of more than is owed", { id: order.id });
  const leg: LegRef = {
    id: event.legId,
    kind: "payout",
    asset: settlement.receiveAsset,
    units,
    feeUnitsMax: mix.legFeeUnitsMax,
    status: "planned",
    txId: null,
    reverts: 0,
  };
  const isLast = units === mix.owedUnits;
  const feesLeft = mix.feesAsideUnits - leg.feeUnitsMax;
  const next: Mix = {
    ...mix,
    legsPlanned: event.no,
    owedUnits: mix.owedUnits - units,
    feesAsideUnits: isLast ? 0n : feesLeft,
    shortfall: mix.shortfall ?? event.shortfall,
  };
  const { id, kind, asset, feeUnitsMax } = leg;
  return effects(inPhase({ ...found(order), mix: next, legs: [...order.legs, leg] }, { state: "sending" }), {
    ledger: [mixLegEntry({ legId: id, book: order.terms.book, asset, units })],
    // The leg's own part was set aside with the mix; its landing releases it.
    reserve: isLast ? feesReserve(order, -feesLeft) : [],
    plannedLegs: [{ id, kind, asset, units, feeUnitsMax, destination }],
    commands: [{ kind: "send_leg", legId: id }],
  });
}

/** Without its plan a mix stops, and an administrator decides: it does not become one payout by itself. */
export function onMixLost(order: Order, event: EventOf<"mix_lost">): Effects | TransitionError {
  const { mix, phase } = order;
  if (mix === undefined || mix.owedUnits === 0n || order.mixLost === true) return "already_done";
  if (phase.state !== "mixing" && phase.state !== "sending") return "not_due";
  return effects({ ...onHold(order, "mix_key_lost", event.at), mixLost: true });
}

/** The mix continues: were its plan lost again, that would be asked again. */
function found(order: Order): Order {
  const { mixLost: _, ...rest } = order;
  return rest;
}

/**
 * An administrator lets a mix continue whose plan was lost: what is left is paid in one, unless the plan is there again. A leg
 * that was planned before is asked for again, because nothing is signed for an order on hold.
 */
export const releaseLostMix = (order: Order): Effects =>
  order.legs.some(({ status }) => status === "planned")
    ? resendLegs(order)
    : effects(inPhase(order, { state: order.mix?.legsPlanned === 0 ? "mixing" : "sending" }));

/** Whether a mix whose plan was lost can still be taken back: none of its legs was planned. */
export const canTakeMixBack = ({ mix, mixLost }: Order): boolean =>
  mixLost === true && mix !== undefined && mix.legsPlanned === 0;

/** Takes the settlement of a mix back whose plan was lost, so that what was credited can be refunded. */
export function takeMixBack(order: Order): Effects {
  const { mix, settlement, quarantinedUnits = 0n } = order;
  if (mix === undefined || settlement === null || !canTakeMixBack(order)) return effects(order);
  const { mix: _, ...rest } = order;
  const aside = { asset: settlement.receiveAsset, units: mix.owedUnits, feeUnitsMax: mix.feesAsideUnits };
  return effects(
    { ...rest, settlement: null },
    {
      ledger: [mixReversedEntry(order.terms.book, settlement)],
      // As before it was settled: its deposits are the customer's again, and no reserve.
      reserve: [...legReserve(aside, -1n), ...quarantineReserve(order, -quarantinedUnits)],
    },
  );
}

/** The customer extends the delay, while no leg is planned. */
export function onMixDelayed(order: Order, event: EventOf<"mix_delayed">): Effects | TransitionError {
  const { mix } = order;
  if (mix === undefined || order.phase.state !== "mixing" || mix.legsPlanned > 0) return "order_decided";
  const { delayMinutes } = event;
  if (delayMinutes <= mix.delayMinutes || delayMinutes > DELAY_MINUTES.max) return "delay_not_longer";
  return effects({ ...order, mix: { ...mix, delayMinutes } });
}

function feesReserve(order: Order, units: bigint): ReserveChange[] {
  const native = NATIVE_ASSET[assetOf(order.terms.receiveAsset).chain];
  return units === 0n ? [] : [{ asset: native, held: 0n, planned: units }];
}
