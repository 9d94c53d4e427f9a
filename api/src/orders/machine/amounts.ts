import { mulDivFloor, type Rate } from "../../core/amount";
import type { AssetCode } from "../../core/assets";
import { figuresOf } from "../../core/exchange-figures";
import { expectedOf } from "./assess";
import { consentOf, isDecided, isOwn, type LegRef, type Order, refundable } from "./order";
import { isAwaited, leastAgreed, ownUnits } from "./share";

/** Which amounts of an order hold now. */
export const AMOUNT_BASES = ["ordered", "arrived", "exchanged", "refunded", "none"] as const;
export type AmountsBasis = (typeof AMOUNT_BASES)[number];

/**
 * One calculation as a receipt: converted − fee − network fee = receive, exactly. All but `sendUnits` are in the received
 * asset's smallest units.
 */
export type ReceiptFigures = {
  sendUnits: bigint;
  rate: Rate;
  /** floor(send × rate): before any fee. */
  convertedUnits: bigint;
  feeUnits: bigint;
  networkFeeUnits: bigint;
  receiveUnits: bigint;
};

/** Why the figures that hold are others than those that were ordered. */
export const RECALCULATED_BY = ["less", "more", "rate", "fee"] as const;

type AssetUnits = { asset: AssetCode; units: bigint };

/** What was ordered, what became of it so far, and what holds now. */
export type OrderAmounts = {
  basis: AmountsBasis;
  ordered: ReceiptFigures;
  /** What the exchange brings as far as is known now; null where none is promised, as for a payment that came late. */
  current: ReceiptFigures | null;
  /** Whether `current` is certain: it is settled, or the rate is fixed and nothing that arrived changes it. */
  isFirm: boolean;
  arrived: AssetUnits | null;
  credited: AssetUnits | null;
  exchanged: ReceiptFigures | null;
  paid: (AssetUnits & { networkFeeUnits: bigint }) | null;
  /** `isSent` once its transaction was given to the network. */
  refunded: (AssetUnits & { networkFeeUnits: bigint; isSent: boolean }) | null;
  recalculatedBy: (typeof RECALCULATED_BY)[number] | null;
};

/** The amounts of an order by the state it is in: the one source of what pages, bot, CLI and console show. */
export function amountsOf(order: Order): OrderAmounts {
  const ordered = receipt(order.terms.sendUnits, order.terms.quote);
  const exchanged = order.settlement && receipt(order.settlement.creditedUnits, order.settlement);
  const arrived = arrivedOf(order);
  const credited = refundable(order);
  const basis = basisOf(order, arrived !== null);
  const current = currentOf(order, { basis, ordered, exchanged, arrived });
  return {
    basis,
    ordered,
    current,
    isFirm: isFirm(order, basis, arrived),
    arrived,
    credited: credited.units > 0n ? credited : null,
    exchanged,
    paid: paidOf(order),
    refunded: refundedOf(order),
    // What a child is opened with was calculated for no customer.
    recalculatedBy: current && order.terms.parentId === null ? difference(ordered, current) : null,
  };
}

function receipt(
  sendUnits: bigint,
  figures: Pick<ReceiptFigures, "rate" | "networkFeeUnits" | "receiveUnits">,
): ReceiptFigures {
  const { rate, networkFeeUnits, receiveUnits } = figures;
  const convertedUnits = mulDivFloor(sendUnits, rate.numerator, rate.denominator);
  const feeUnits = convertedUnits - networkFeeUnits - receiveUnits;
  return { sendUnits, rate, convertedUnits, feeUnits, networkFeeUnits, receiveUnits };
}

/** What was seen of the order's own deposits, final or not; in the agreed asset where any of it came in that. */
function arrivedOf(order: Order): AssetUnits | null {
  const { sendAsset } = order.terms;
  // What comes to a decided order becomes a child's, or is set aside.
  const isDone = isDecided(order);
  const own = order.deposits.filter((one) => isOwn(one) && (one.status === "credited" || !isDone));
  const asset = own.find((deposit) => deposit.asset === sendAsset)?.asset ?? own[0]?.asset;
  if (asset === undefined) return null;
  const units = own.reduce((sum, deposit) => (deposit.asset === asset ? sum + deposit.units : sum), 0n);
  return { asset, units };
}

const isLegOf = (kind: LegRef["kind"]) => (leg: LegRef) => leg.kind === kind && leg.status !== "reversed";

function basisOf(order: Order, hasArrived: boolean): AmountsBasis {
  const { state } = order.phase;
  if (state === "refunding" || state === "refunded" || order.legs.some(isLegOf("refund"))) return "refunded";
  if (order.settlement !== null) return "exchanged";
  if (state === "expired" || state === "cancelled" || state === "failed") return "none";
  return hasArrived ? "arrived" : "ordered";
}

type Known = Pick<OrderAmounts, "basis" | "ordered" | "exchanged" | "arrived">;

function currentOf(order: Order, { basis, ordered, exchanged, arrived }: Known): ReceiptFigures | null {
  if (basis === "exchanged") return exchanged;
  if (basis === "ordered") return ordered;
  if (basis !== "arrived" || arrived === null || arrived.asset !== order.terms.sendAsset) return null;
  const { phase } = order;
  // Whether it is exchanged at all is for an administrator to say.
  if (phase.state === "hold") return null;
  if (phase.state === "action_required") {
    const offered = phase.offer.exchange;
    return offered && receipt(refundable(order).units, offered);
  }
  const consent = consentOf(order);
  if (consent !== null) return receipt(consent.sendUnits, consent);
  const units = expectedUnits(order, arrived.units);
  return expectedOf(order, units) === "unknown" ? null : figuresFor(order, units);
}

/** What of that is to be exchanged: a payment in no block is not waited for beside what was agreed. */
function expectedUnits(order: Order, arrivedUnits: bigint): bigint {
  const isConfirming = order.phase.state === "confirming";
  const units = ownUnits(order, (deposit) =>
    isConfirming ? deposit.blockAt !== null : deposit.status === "credited" || isAwaited(order, deposit),
  );
  return isConfirming && units < leastAgreed(order) ? arrivedUnits : units;
}

function isFirm(order: Order, basis: AmountsBasis, arrived: AssetUnits | null): boolean {
  if (basis === "exchanged") return true;
  if (order.terms.orderType !== "fixed") return false;
  if (basis !== "arrived" || arrived === null) return basis === "ordered";
  // An offer is at the rate of its moment.
  const { state } = order.phase;
  if (state === "action_required" || state === "hold") return false;
  return expectedOf(order, expectedUnits(order, arrived.units)) === "agreed";
}

/** The ordered rate on what arrived; null above the order's limit, where the customer may still be asked. */
function figuresFor({ terms }: Order, sendUnits: bigint): ReceiptFigures | null {
  if (sendUnits > terms.sendUnitsMax) return null;
  const { rate, networkFeeUnits } = terms.quote;
  const { receiveUnits } = figuresOf({ sendUnits, rate, feePpm: terms.feePpm, networkFeeUnits });
  return receiveUnits > 0n ? receipt(sendUnits, { rate, networkFeeUnits, receiveUnits }) : null;
}

function paidOf({ legs, settlement }: Order): OrderAmounts["paid"] {
  const landed = legs.filter((leg) => leg.kind === "payout" && leg.status === "final");
  const [first] = landed;
  if (first === undefined || settlement === null) return null;
  const units = landed.reduce((sum, leg) => sum + leg.units, 0n);
  return { asset: first.asset, units, networkFeeUnits: settlement.networkFeeUnits };
}

function refundedOf(order: Order): OrderAmounts["refunded"] {
  const leg = order.legs.find(isLegOf("refund"));
  if (leg === undefined) return null;
  const { asset, units } = leg;
  const networkFeeUnits = refundable(order).units - units;
  return { asset, units, networkFeeUnits, isSent: leg.status === "sent" || leg.status === "final" };
}

function difference(ordered: ReceiptFigures, now: ReceiptFigures): OrderAmounts["recalculatedBy"] {
  if (now.sendUnits < ordered.sendUnits) return "less";
  if (now.sendUnits > ordered.sendUnits) return "more";
  if (now.rate.numerator * ordered.rate.denominator !== ordered.rate.numerator * now.rate.denominator)
    return "rate";
  return now.receiveUnits === ordered.receiveUnits ? null : "fee";
}
