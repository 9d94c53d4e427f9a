import type { AssetCode, ChainId } from "../core/assets";
import type { LegId } from "../core/ids";
import type { Tx } from "../db/client";

/** A transaction of ours that pays a leg. */
export type LegPayment = { attemptId: string; legId: LegId; ownerId: string; txId: string };

/** What to do once the transaction that closes an attempt is committed: notify those who watch. */
export type AfterCommit = () => void;

/**
 * The owner of the leg that is paid: an order or a loan. Payouts depends on neither; `compose-worker.ts` registers
 * one owner of each kind.
 */
export type LegOwner = {
  /** The node has the transaction. Called again after a crash; a repetition changes nothing. */
  sent(payment: LegPayment): Promise<void>;
  /** The transaction succeeded and is final. Called inside the transaction that closes the attempt. */
  final(tx: Tx, payment: LegPayment & { feeUnits: bigint }): Promise<AfterCommit>;
  /** The transaction failed, and its block is final: its fee is gone, its coins are not. Called as `final` is. */
  reverted(tx: Tx, payment: LegPayment & { feeUnits: bigint }): Promise<AfterCommit>;
};

export type LegOwnerKind = "order" | "loan";
export type LegOwners = Readonly<Record<LegOwnerKind, LegOwner>>;

/** A transaction that carries rounds of mixes, at depth. */
export type RoundPayment = {
  attemptId: string;
  chain: ChainId;
  txId: string;
  asset: AssetCode;
  units: bigint;
  feeUnits: bigint;
  /** On account chains: the fresh address that the round paid, with its key's index. Its coins are swept back. */
  fresh: { address: string; index: number } | null;
};

/** Who carries mixes through their rounds; both calls are made inside the transaction that closes the attempt. */
export type RoundOwner = {
  final(tx: Tx, round: RoundPayment): Promise<AfterCommit>;
  reverted(tx: Tx, round: RoundPayment): Promise<AfterCommit>;
};
