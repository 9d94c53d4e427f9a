import type { AssetCode, ChainId } from "../core/assets";
import type { LegId, LoanId, OrderId } from "../core/ids";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";

/** A transaction of ours that pays a leg, and perhaps legs of others. `life` is its name, which changes when it is revived. */
export type LegPayment<OwnerId> = { life: string; legId: LegId; ownerId: OwnerId; txId: string };

/** What to do once the transaction that closes an attempt is committed: notify those who watch. */
export type AfterCommit = () => void;

/** Nothing is to be done then. */
export const NOTHING: AfterCommit = () => {};

/** A leg that cannot be signed within its fee cap; `mayLand`: an earlier transaction of it is not proved dead. */
export type StoppedLeg<OwnerId> = { legId: LegId; ownerId: OwnerId; since: TimeMs; mayLand: boolean };

/**
 * The owner of the leg that is paid: an order or a loan. Payouts depends on neither; `compose-worker.ts` registers
 * one owner of each kind.
 */
export type LegOwner<OwnerId> = {
  /** The node has the transaction. Called again after a crash; a repetition changes nothing. */
  sent(payment: LegPayment<OwnerId>): Promise<void>;
  /** The transaction succeeded and is final; `feeUnits` is the leg's share. Called inside the transaction that closes the attempt. */
  final(tx: Tx, payment: LegPayment<OwnerId> & { feeUnits: bigint }): Promise<AfterCommit>;
  /** The transaction failed, and its block is final: its fee is gone, its coins are not. Called as `final` is. */
  reverted(tx: Tx, payment: LegPayment<OwnerId> & { feeUnits: bigint }): Promise<AfterCommit>;
  /** The transaction is proved dead or superseded, and cost nothing: the leg is to be signed once more. Called as `final` is. */
  dead(tx: Tx, payment: LegPayment<OwnerId>): Promise<AfterCommit>;
  /** The last of the leg's transactions that might still have landed is proved dead. Called as `final` is. */
  cleared(tx: Tx, payment: LegPayment<OwnerId>): Promise<AfterCommit>;
  /**
   * The network fee stayed above the leg's cap, and nothing of it is under way. Null where the leg waits on. Called inside
   * the transaction that made sure of that.
   */
  aboveCap(tx: Tx, leg: StoppedLeg<OwnerId>): Promise<AfterCommit | null>;
};

/** Whose a leg is. */
export type OwnerOfLeg = { owner: "order"; ownerId: OrderId } | { owner: "loan"; ownerId: LoanId };
export type LegOwners = Readonly<{ order: LegOwner<OrderId>; loan: LegOwner<LoanId> }>;

/** Calls the owner of a leg with its id, whichever of the two it is. */
export function callOwner<Answer>(
  owners: LegOwners,
  leg: OwnerOfLeg,
  call: <OwnerId>(owner: LegOwner<OwnerId>, ownerId: OwnerId) => Answer,
): Answer {
  return leg.owner === "order" ? call(owners.order, leg.ownerId) : call(owners.loan, leg.ownerId);
}

/** Calls for each leg in turn; what is to be done after the commit is what is to be done for all of them. */
export async function callOwners<Leg>(
  legs: readonly Leg[],
  call: (leg: Leg, at: number) => Promise<AfterCommit>,
): Promise<AfterCommit> {
  const after: AfterCommit[] = [];
  for (const [at, leg] of legs.entries()) after.push(await call(leg, at));
  return () => {
    for (const notify of after) notify();
  };
}

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

/** Who carries mixes through their rounds; the calls are made inside the transaction that closes the attempt. */
export type RoundOwner = {
  final(tx: Tx, round: RoundPayment): Promise<AfterCommit>;
  reverted(tx: Tx, round: RoundPayment): Promise<AfterCommit>;
  dead(tx: Tx, round: Omit<RoundPayment, "feeUnits">): Promise<AfterCommit>;
};
