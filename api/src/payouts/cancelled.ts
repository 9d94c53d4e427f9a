import type { Chain } from "../chains/chain";
import { NATIVE_ASSET } from "../core/assets";
import type { Tx } from "../db/client";
import { networkFeeEntry } from "../ledger/entry";
import { hasLiveAttempt, type PaidLeg } from "./attempt-legs-store";
import { type Attempt, legsOf, lifeOf } from "./attempt-store";
import { type AfterCommit, callOwner, callOwners } from "./leg-owner";
import type { FollowParts } from "./parts";

/**
 * A cancellation is final: its fee is the house's, and the payment's legs are asked for again. They are signed once every
 * version of the payment is proved dead, which takes as many blocks as the payment's own value needs.
 */
export async function closeCancelled(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  attempt: Attempt,
  { feeUnits }: { feeUnits: bigint },
): Promise<AfterCommit> {
  const { txId } = attempt;
  const nativeAsset = NATIVE_ASSET[chain.id];
  const fee = networkFeeEntry({ txId, nativeAsset, feeUnits, holding: "chain" });
  await parts.ledger.append(tx, fee, parts.clock.now());
  const legs = legsOf(attempt.purpose);
  // An approver may have had some signed again meanwhile.
  const unpaid: PaidLeg[] = [];
  for (const leg of legs) if (!(await hasLiveAttempt(tx, [leg.legId]))) unpaid.push(leg);
  return askAgain(parts, tx, unpaid, { life: lifeOf(attempt), txId });
}

/** Informs the owners of legs that a transaction of theirs came to nothing. */
export const askAgain = (
  parts: FollowParts,
  tx: Tx,
  legs: readonly PaidLeg[],
  of: { life: string; txId: string },
): Promise<AfterCommit> =>
  callOwners(legs, ({ legId, ...leg }) =>
    callOwner(parts.owners, leg, (owner, ownerId) => owner.dead(tx, { ...of, legId, ownerId })),
  );
