import type { AssetCode } from "../../core/assets";
import type { BookId, DepositId, LegId, OrderId, TrackingCode } from "../../core/ids";
import type { TimeMs } from "../../core/ports";
import type { Holding, LedgerTransaction } from "../../ledger/entry";
import type { Market } from "../../market/market";
import type { ReserveChange, ReserveRoom } from "../../reserves/reserve-change";
import type { Choice, DepositRef, DepositSource, Order, OrderTerms } from "./order";

export type SeenDeposit = {
  id: DepositId;
  txHash: string | null;
  asset: AssetCode;
  units: bigint;
  blockAt: TimeMs | null;
};

/** Money that came to a forgotten order's deposit address. */
export type ClaimedDeposit = SeenDeposit & { address: string; firstSeenAt: TimeMs };

/** Every way in which an order is created; from then on it changes by OrderEvents. */
export type CreationEvent = { at: TimeMs; id: OrderId; trackingCode: TrackingCode; book: BookId } & (
  | {
      type: "created";
      agreed: Omit<OrderTerms, "parentId" | "receiveMemo" | "book" | "createdAt">;
      refundAddress: string | null;
    }
  /** For a deposit that came too late for its order, or in another asset than agreed. */
  | {
      type: "child_created";
      parent: Order;
      deposit: DepositRef;
      source: DepositSource;
      holding: Holding;
      market: Market | null;
    }
  /** By the deletion note of a forgotten order, for money that came to its address since. */
  | { type: "claimed"; deposit: ClaimedDeposit; refundAddress: string }
);

export type CreationEventOf<Type extends CreationEvent["type"]> = Extract<CreationEvent, { type: Type }>;

type AdminDecision = {
  admin: string;
  reason: string;
  market: Market | null;
  /** The numbers of the sources for review that the administrator saw: without all of them a held order stays held. Left out where they do not say. */
  seenSources?: readonly number[];
};

/** Everything that can happen to an order that exists. */
export type OrderEvent = { at: TimeMs } & (
  | { type: "deposit_seen"; deposit: SeenDeposit; room: ReserveRoom }
  /** A deposit of the mempool is in a block: it can no longer be replaced for nothing. */
  | { type: "deposit_mined"; depositId: DepositId; blockAt: TimeMs; room: ReserveRoom }
  /** An unconfirmed deposit was replaced, or its block was reorged away. */
  | { type: "deposit_gone"; depositId: DepositId; replaced: boolean }
  /** At the chain's policy depth: the ledger credits it. */
  | { type: "deposit_final"; depositId: DepositId; blockAt: TimeMs; holding: Holding; market: Market | null }
  | { type: "deposit_screened"; depositId: DepositId; source: DepositSource; market: Market | null }
  /** Money that belonged to no order became this order's, by the deletion note of a forgotten order. */
  | { type: "deposit_claimed"; depositId: DepositId }
  /** A deposit that came too late for this order is too little for a child order. */
  | { type: "deposit_aside"; depositId: DepositId; asset: AssetCode; units: bigint; holding: Holding }
  /** A child order was opened for a deposit that came too late for this one. */
  | { type: "child_opened"; depositId: DepositId; childId: OrderId }
  /** Every deposit is final or gone and clean: fix the rate and plan the payout. */
  | { type: "settle"; market: Market; legId: LegId }
  | { type: "offer_refreshed"; market: Market }
  | {
      type: "decision";
      choice: Choice;
      refundAddress: string | null;
      revision: number | null;
      receiveUnitsMin: bigint | null;
      /** For an exchange. */
      market: Market | null;
    }
  | { type: "refund_address"; address: string }
  | { type: "cancel" }
  | { type: "plan_refund"; market: Market; legId: LegId }
  | { type: "leg_sent"; legId: LegId; txId: string }
  | { type: "leg_final"; legId: LegId; txId: string; feeUnits: bigint }
  | { type: "leg_reverted"; legId: LegId; txId: string; feeUnits: bigint }
  /** The leg's transaction can never be mined, or another is to take its place. */
  | { type: "leg_dead"; legId: LegId; txId: string }
  /** Its network fee stayed above its cap for too long; `mayLand`: an earlier transaction of it is not proved dead. */
  | { type: "leg_above_cap"; legId: LegId; mayLand: boolean }
  /** The last transaction of it that might still have landed is proved dead. */
  | { type: "leg_cleared"; legId: LegId }
  /** A new cap, in native units, for a leg that an administrator released. */
  | { type: "leg_replanned"; legId: LegId; feeUnitsMax: bigint }
  /** A round of the mix landed, or could not be done in time. */
  | { type: "mix_round"; no: number; outcome: "done" | "skipped" }
  /** The plan's next leg is due. `shortfall` is what the candidate set lacks; the last leg pays all that is owed. */
  | { type: "mix_leg"; no: number; legId: LegId; units: bigint; destination: string; shortfall: number }
  /** The plan cannot be read: its key is gone. */
  | { type: "mix_lost" }
  /** The customer wants a longer delay, in minutes. */
  | { type: "mix_delayed"; delayMinutes: number }
  | ({ type: "release" } & AdminDecision)
  | ({ type: "refund_held" } & AdminDecision)
  | { type: "timer"; market: Market | null }
);

export type OrderEventType = OrderEvent["type"];
export type EventOf<Type extends OrderEventType> = Extract<OrderEvent, { type: Type }>;

/** Work for the dispatcher, done after the commit and at least once. */
export type Command =
  | { kind: "screen"; depositId: DepositId }
  /** Books a claimed deposit to its order. */
  | { kind: "claim"; depositId: DepositId }
  | { kind: "settle" }
  | { kind: "plan_refund" }
  | { kind: "open_child"; depositId: DepositId }
  | { kind: "send_leg"; legId: LegId }
  /** Finds a new fee cap for a leg, and then sends it. */
  | { kind: "replan_leg"; legId: LegId }
  /** Continues a mix from its first round to its last leg, at the times of its plan. */
  | { kind: "mix" };

export type PlannedLeg = {
  id: LegId;
  kind: "payout" | "refund";
  asset: AssetCode;
  destination: string;
  units: bigint;
  feeUnitsMax: bigint;
};

/** What one event changes, all of it in one database transaction. */
export type Effects = {
  order: Order;
  ledger: LedgerTransaction[];
  reserve: ReserveChange[];
  plannedLegs: PlannedLeg[];
  closedLegs: { id: LegId; state: "final" | "reversed" }[];
  /** Legs with a new fee cap, which is never lower than the one they had. */
  recappedLegs: { id: LegId; feeUnitsMax: bigint }[];
  /** Deposits that are booked to no owner. */
  asideDeposits: DepositId[];
  commands: Command[];
};

/** Why an event does not apply; never used for money events. */
export type TransitionError =
  | "order_not_waiting"
  | "refund_address_set"
  | "refund_address_missing"
  | "no_question_open"
  | "choice_unavailable"
  | "decision_stale"
  | "rate_unavailable"
  | "order_not_held"
  | "sources_unseen"
  | "order_decided"
  | "delay_not_longer"
  | "not_due"
  | "already_done";
