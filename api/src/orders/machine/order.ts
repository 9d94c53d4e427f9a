import type { Rate } from "../../core/amount";
import { unreachable } from "../../core/assert";
import type { AssetCode } from "../../core/assets";
import type { OrderType, Ppm } from "../../core/fees";
import type { BookId, DepositId, LegId, OrderId, TrackingCode } from "../../core/ids";
import type { TimeMs } from "../../core/ports";
import type { SettlementFigures } from "../../ledger/entry";
import type { Moves } from "../../market/market";
import { mixMoves } from "../../mixer/network-cost";
import type { MixerSettings } from "../../mixer/settings";

export type Choice = "exchange" | "refund";

/**
 * Where the payout goes. Money that came in another asset than agreed, or that was claimed by a deletion note, can only
 * be refunded.
 */
export type PayoutTerms =
  | { kind: "to"; address: string }
  | { kind: "refund_only"; because: "wrong_asset" | "claimed" };

/** What was agreed when the order was made; never changes, so that a history can be replayed from its events. */
export type OrderTerms = {
  parentId: OrderId | null;
  orderType: OrderType;
  sendAsset: AssetCode;
  receiveAsset: AssetCode;
  /** What the visitor said they would send. */
  sendUnits: bigint;
  payout: PayoutTerms;
  receiveMemo: string | null;
  depositAddress: string;
  /** Random ledger book id: the ledger never bears the order's own id. */
  book: BookId;
  feePpm: Ppm;
  /** Limits on what is credited, in sent units. */
  sendUnitsMin: bigint;
  sendUnitsMax: bigint;
  /** The figures shown when the order was made; binding for a fixed rate. */
  quote: { rate: Rate; networkFeeUnits: bigint; receiveUnits: bigint };
  /** The visitor's standing instruction for each kind of mismatch. */
  mismatch: { less?: Choice; more?: Choice; late?: Choice };
  /**
   * A mix: how it is to be done, where its legs go (1 to 5 addresses; the first is also `payout.address`), and what the
   * quote's network fee contains for each round, in receive units.
   */
  mixer?: { settings: MixerSettings; receiveAddresses: readonly string[]; roundUnits: bigint };
  createdAt: TimeMs;
  /** End of the payment window; for a fixed rate, of the quote. */
  expiresAt: TimeMs;
};

/** What screening found of the addresses that a deposit came from. `unknown`: the chain shows them, and not for this one. */
export type DepositSource = "clear" | "listed" | "unknown";

/** A deposit as the order knows it; its own machine is in deposits/deposit. */
export type DepositRef = {
  id: DepositId;
  txHash: string | null;
  asset: AssetCode;
  units: bigint;
  seenAt: TimeMs;
  /** Time of the block that holds it; null in the mempool. */
  blockAt: TimeMs | null;
  /** `aside`: it is booked to no owner, because it is no payment for this order. */
  status: "pending" | "credited" | "gone" | "aside";
  /** Replaced by another transaction, rather than reorged away, before the order was paid by others. */
  replaced: boolean;
  /** In no block, and nothing waits for it any more. */
  unawaited?: true;
  screening: "open" | DepositSource;
  /** The child order that this deposit opened, where this order was already decided. */
  childId: OrderId | null;
};

export type LegRef = {
  id: LegId;
  kind: "payout" | "refund";
  asset: AssetCode;
  units: bigint;
  /** The maximum native units that all attempts may spend on the network; set aside in the reserve. */
  feeUnitsMax: bigint;
  status: "planned" | "sent" | "final" | "reversed";
  txId: string | null;
  reverts: number;
  /** Its network fee stayed above `feeUnitsMax`: nothing of it was signed that may land. */
  aboveCap?: true;
};

/** How far a settled mix is. Its plan is not here: it follows from a sealed seed (mixer/engine). */
export type Mix = {
  /** Rounds that landed, and rounds that the pool could not carry in time. */
  roundsDone: number;
  roundsSkipped: number;
  legsPlanned: number;
  /** Receive units that are owed and of which no leg is planned so far. */
  owedUnits: bigint;
  /** Receive units that the settlement's network fee contains for each round. */
  roundUnits: bigint;
  /** The maximum native units that each leg may spend. */
  legFeeUnitsMax: bigint;
  /** The maximum native units that each round's transaction may spend, which the round was charged; above it, it waits. */
  roundFeeUnitsMax: bigint;
  /** Native units set aside in the reserve for rounds and legs to come. */
  feesAsideUnits: bigint;
  /** The delay, as the customer extended it. */
  delayMinutes: number;
  /** How many mixes the candidate set lacked of what the level wanted when the first leg went; null before. */
  shortfall: number | null;
};

export type Settlement = SettlementFigures & { rate: Rate; at: TimeMs };

/** What the two choices would bring now; holds until `validUntil`. A choice that is not possible is null. */
export type Offer = {
  at: TimeMs;
  validUntil: TimeMs;
  exchange: { rate: Rate; networkFeeUnits: bigint; receiveUnits: bigint } | null;
  refund: { networkFeeUnits: bigint; units: bigint } | null;
};

/**
 * The consent to an offer: the order exchanges what was credited at that moment, `sendUnits`, at these figures or at
 * those of its settlement, whichever bring less; below `receiveUnitsMin` the customer is asked again.
 */
export type Consent = {
  rate: Rate;
  networkFeeUnits: bigint;
  sendUnits: bigint;
  receiveUnits: bigint;
  receiveUnitsMin: bigint;
  at: TimeMs;
};

export type ActionReason =
  | "less"
  | "more"
  | "limit"
  | "late"
  | "repeat"
  | "wrong_asset"
  | "rate_moved"
  | "no_reserve";

export type HoldReason = "listed" | "unknown_source" | "payout_failed" | "fee_above_cap" | "mix_key_lost";

export type Phase =
  | { state: "waiting" }
  | { state: "confirming" }
  | { state: "screening" }
  | { state: "exchanging" }
  | { state: "mixing" }
  | { state: "sending" }
  | { state: "completed"; at: TimeMs }
  | {
      state: "action_required";
      reason: ActionReason;
      offer: Offer;
      deadline: TimeMs;
      /** The deadline has passed and its default was not possible. */
      overdue: boolean;
      /** It was not claimed within 30 days after the deadline. */
      unclaimed: boolean;
    }
  | { state: "hold"; reason: HoldReason; since: TimeMs }
  | { state: "refunding" }
  | { state: "refunded"; at: TimeMs }
  | { state: "expired"; at: TimeMs }
  | { state: "cancelled"; at: TimeMs }
  | { state: "failed"; at: TimeMs };

export type OrderState = Phase["state"];

/** Every state, in the order in which an order may pass through them. */
export const ORDER_STATES = [
  "waiting",
  "confirming",
  "screening",
  "exchanging",
  "mixing",
  "sending",
  "completed",
  "action_required",
  "hold",
  "refunding",
  "refunded",
  "expired",
  "cancelled",
  "failed",
] as const satisfies readonly OrderState[];

export type Order = {
  id: OrderId;
  trackingCode: TrackingCode;
  /** Counts events; every write compares it. */
  version: number;
  terms: OrderTerms;
  phase: Phase;
  deposits: readonly DepositRef[];
  /** Set once. */
  refundAddress: string | null;
  /** The money came after the payment window, as it was seen or credited; `isLate` also says it of what a floating order comes to. */
  late: boolean;
  /** Where a late order came from, so that a vanished late deposit leads back there. */
  closedAs: "expired" | "cancelled" | null;
  children: readonly OrderId[];
  /** Receive units set aside in the reserve until the legs are planned, and those of them for what is not in a block. */
  heldUnits: bigint;
  unpaidUnits: bigint;
  /** Counts the offers made; a decision carries the one it saw. */
  revision: number;
  /** The customer's consent to exchange outside the terms, or the standing instruction's, which names no figures. */
  approval: Consent | "at_market" | null;
  settlement: Settlement | null;
  legs: readonly LegRef[];
  /** Of a settled mix; absent otherwise. */
  mix?: Mix;
  /** Units of a mix's own deposits set aside in the reserve: its payout must not spend them (UTXO chains). */
  quarantinedUnits?: bigint;
  /** The plan of the mix could not be read, and nothing was done by it since: see `mix_key_lost`. */
  mixLost?: true;
};

/** Whether it is this order's money, final or not. */
export const isOwn = ({ status, childId }: DepositRef): boolean =>
  childId === null && (status === "pending" || status === "credited");

/** Units of deposits credited to this order, in its sent asset. */
export const creditedUnits = (order: Order): bigint => creditedAbove(order, 0n);

/** The same without the deposits that are not above so many units. */
export const creditedAbove = (order: Order, units: bigint): bigint =>
  order.deposits
    .filter(
      (deposit) => isOwn(deposit) && deposit.status === "credited" && deposit.asset === order.terms.sendAsset,
    )
    .reduce((sum, deposit) => (deposit.units > units ? sum + deposit.units : sum), 0n);

/** The one asset that a refund would send, and how much of it we owe. */
export function refundable(order: Order): { asset: AssetCode; units: bigint } {
  const wrong = wrongAssetDeposit(order);
  if (wrong !== undefined) return { asset: wrong.asset, units: wrong.units };
  return { asset: order.terms.sendAsset, units: creditedUnits(order) };
}

/** What the order does on the networks, as far as its deposits are known. */
export function movesOf(order: Order): Moves {
  const { mixer, sendAsset } = order.terms;
  const credited = order.deposits.flatMap((deposit) =>
    isOwn(deposit) && deposit.status === "credited" && deposit.asset === sendAsset ? [deposit.units] : [],
  );
  const mix = mixer ? mixMoves(mixer.settings, mixer.receiveAddresses.length) : null;
  return { furtherUnits: credited.sort((a, b) => (a < b ? 1 : -1)).slice(1), mix };
}

/** The credited deposit in another asset than agreed, where that is what opened this order's question. */
export const wrongAssetDeposit = (order: Order): DepositRef | undefined =>
  order.deposits.find(
    (deposit) =>
      deposit.status === "credited" && deposit.asset !== order.terms.sendAsset && deposit.childId === null,
  );

/** Whether all the money can do is go back. */
export const cannotBeExchanged = (order: Order): boolean =>
  order.terms.payout.kind === "refund_only" || wrongAssetDeposit(order) !== undefined || isGivenUp(order);

/** Whether this was a mix whose plan was lost and whose settlement was taken back: it is not mixed a second time. */
export const isGivenUp = (order: Order): boolean => order.mixLost === true && order.mix === undefined;

/** Whether the order was made for claimed money. */
export const isClaimed = ({ terms: { payout } }: Order): boolean =>
  payout.kind === "refund_only" && payout.because === "claimed";

/** The consent to an offer's figures that this order is to be settled by; null where there is none. */
export const consentOf = ({ approval }: Order): Consent | null =>
  approval === "at_market" ? null : approval;

/** Whether money that comes now must open a child order, because this order's own is already decided. */
export function isDecided(order: Order): boolean {
  if (order.legs.some((leg) => leg.status !== "reversed") || wrongAssetDeposit(order) !== undefined)
    return true;
  switch (order.phase.state) {
    case "waiting":
    case "confirming":
    case "expired":
    case "cancelled":
      return false;
    // After a consent a minor deposit that came before it may still have to be screened.
    case "screening":
    case "exchanging":
      return consentOf(order) !== null;
    case "action_required":
      return order.terms.parentId !== null;
    case "hold":
      return order.terms.parentId !== null || order.mix !== undefined || consentOf(order) !== null;
    case "mixing":
    case "sending":
    case "completed":
    case "refunding":
    case "refunded":
    case "failed":
      return true;
    default:
      return unreachable(order.phase);
  }
}
