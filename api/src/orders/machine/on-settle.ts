import { assert } from "../../core/assert";
import { fellMoreThan, figuresOf } from "../../core/exchange-figures";
import type { Ppm } from "../../core/fees";
import type { LegId } from "../../core/ids";
import { refundPlannedEntry, settleEntry } from "../../ledger/entry";
import type { Market } from "../../market/market";
import { byMismatch, isIncomplete, isScreening } from "./assess";
import { effects, inPhase, joinEffects, legReserve, releaseHold, releaseQuarantine } from "./effects";
import type { Effects, EventOf, TransitionError } from "./events";
import { ask, exceedsValueCap, figuresAt, lowerOf, quotedFigures } from "./offer";
import { reverseFailedLegs } from "./on-leg";
import { canTakeMixBack, startMix, takeMixBack } from "./on-mix";
import {
  type ActionReason,
  consentOf,
  creditedUnits,
  type LegRef,
  type Order,
  refundable,
  type Settlement,
} from "./order";

/** A fixed rate is honoured only after asking the customer when the market moved further than this against us. */
export const FIXED_MOVE_PPM: Ppm = 10_000n;

/** Fixes the rate, books the swap and plans the payout leg; or asks the customer when that is not possible. */
export function onSettle(order: Order, event: EventOf<"settle">): Effects | TransitionError {
  if (order.phase.state !== "exchanging" || order.legs.some((leg) => leg.status !== "reversed"))
    return "already_done";
  // A further deposit appeared meanwhile: settling is asked for again once it is final or gone.
  if (isIncomplete(order)) return "not_due";
  const mismatch = byMismatch(order, event.market, event.at);
  if (mismatch !== null) return mismatch;
  if (exceedsValueCap(order, event.market) || event.market.isPayeeTooDear)
    return askInstead(order, "limit", event.market, event.at);
  const price = priceOf(order, event.market);
  if (price === null) return "rate_unavailable";
  const refusal = "reason" in price ? price.reason : null;
  if (refusal !== null) return askInstead(order, refusal, event.market, event.at);
  assert("rate" in price, "a price without a rate");
  const units = creditedUnits(order);
  const figures = figuresOf({
    sendUnits: units,
    rate: price.rate,
    feePpm: order.terms.feePpm,
    networkFeeUnits: price.networkFeeUnits,
  });
  if (figures.receiveUnits <= 0n || figures.receiveUnits < event.market.payoutUnitsMin) {
    return askInstead(order, "limit", event.market, event.at);
  }
  if (figures.receiveUnits > event.market.payableUnits)
    return askInstead(order, "no_reserve", event.market, event.at);
  const { sendAsset, receiveAsset } = order.terms;
  const settlement: Settlement = {
    ...figures,
    sendAsset,
    receiveAsset,
    creditedUnits: units,
    rate: price.rate,
    at: event.at,
  };
  if (order.terms.mixer !== undefined) {
    const { mixer } = order.terms;
    return startMix(order, settlement, { mixer, market: event.market, key: event.legId });
  }
  return planPayout(order, settlement, { id: event.legId, feeUnitsMax: event.market.payoutFeeUnitsMax });
}

/** Which rate and network fee apply; a reason when the customer must be asked first; null while there is no rate. */
function priceOf(
  order: Order,
  market: Market,
): { rate: NonNullable<Market["rate"]>; networkFeeUnits: bigint } | { reason: ActionReason } | null {
  const current = figuresAt(order, market);
  if (current === null || market.rate === null) return null;
  const consent = consentOf(order);
  if (consent !== null) {
    const lower = lowerOf<typeof current>(consent, current);
    return lower.receiveUnits < consent.receiveUnitsMin ? { reason: "rate_moved" } : lower;
  }
  if (order.approval === "at_market" || order.terms.orderType === "floating") return current;
  if (fellMoreThan(order.terms.quote.rate, market.rate, FIXED_MOVE_PPM)) return { reason: "rate_moved" };
  return quotedFigures(order, market);
}

function askInstead(order: Order, reason: ActionReason, market: Market, at: number): Effects {
  const released = releaseHold(ask(order, reason, market, at));
  return effects(released.order, { reserve: released.reserve });
}

function planPayout(order: Order, settlement: Settlement, leg: { id: LegId; feeUnitsMax: bigint }): Effects {
  const { payout } = order.terms;
  assert(payout.kind === "to", "a payout of what can only be refunded", { id: order.id });
  const planned: LegRef = {
    id: leg.id,
    kind: "payout",
    asset: settlement.receiveAsset,
    units: settlement.receiveUnits,
    feeUnitsMax: leg.feeUnitsMax,
    status: "planned",
    txId: null,
    reverts: 0,
  };
  const released = releaseHold(order);
  const next = inPhase(
    { ...released.order, settlement, legs: [...order.legs, planned] },
    { state: "sending" },
  );
  return joinEffects(
    effects(released.order, { reserve: released.reserve }),
    effects(next, {
      ledger: [settleEntry(order.terms.book, leg.id, settlement)],
      reserve: legReserve(planned, 1n),
      plannedLegs: [{ ...pick(planned), destination: payout.address }],
      commands: [{ kind: "send_leg", legId: leg.id }],
    }),
  );
}

const pick = ({ id, kind, asset, units, feeUnitsMax }: LegRef) => ({ id, kind, asset, units, feeUnitsMax });

/** Plans the leg of a refund; asks again when the fee would eat it. */
export function onPlanRefund(order: Order, event: EventOf<"plan_refund">): Effects | TransitionError {
  if (order.phase.state !== "refunding") return "already_done";
  const reversal = canTakeMixBack(order) ? takeMixBack(order) : reverseFailedLegs(order);
  if (reversal.order.legs.some((leg) => leg.status !== "reversed")) return "already_done";
  if (isScreening(order)) return "not_due";
  return joinEffects(reversal, planRefund(reversal.order, event));
}

function planRefund(order: Order, event: EventOf<"plan_refund">): Effects {
  assert(order.refundAddress !== null, "refunding without a refund address", { id: order.id });
  const { asset, units } = refundable(order);
  const { refundFeeUnits, refundFeeUnitsMax, refundUnitsMin } = event.market;
  const net = units - refundFeeUnits;
  if (net <= 0n || net < refundUnitsMin) return effects(ask(order, "limit", event.market, event.at));
  const leg: LegRef = {
    id: event.legId,
    kind: "refund",
    asset,
    units: net,
    feeUnitsMax: refundFeeUnitsMax,
    status: "planned",
    txId: null,
    reverts: 0,
  };
  const entry = { legId: leg.id, book: order.terms.book, asset, units: net, networkFeeUnits: refundFeeUnits };
  const own = releaseQuarantine(order);
  return effects(
    { ...own.order, legs: [...order.legs, leg] },
    {
      ledger: [refundPlannedEntry(entry)],
      reserve: [...own.reserve, ...legReserve(leg, 1n)],
      plannedLegs: [{ ...pick(leg), destination: order.refundAddress }],
      commands: [{ kind: "send_leg", legId: leg.id }],
    },
  );
}
