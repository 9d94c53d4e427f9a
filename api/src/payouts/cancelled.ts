import type { Chain } from "../chains/chain";
import { NATIVE_ASSET } from "../core/assets";
import type { Tx } from "../db/client";
import { networkFeeEntry } from "../ledger/entry";
import { hasLiveAttempt, type PaidLeg, supersededAttempts } from "./attempt-legs-store";
import { type Attempt, legsOf } from "./attempt-store";
import { type AfterCommit, callOwner, callOwners } from "./leg-owner";
import type { FollowParts } from "./parts";
import { buryByCancel } from "./versions-store";

type Final = { height: number; blockHash: string; feeUnits: bigint };

/**
 * A cancellation is final: its fee is the house's, and it proves dead every version of the payment whose nonce or input
 * it has used. The payment's legs are asked for again.
 */
export async function closeCancelled(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  attempt: Attempt,
  { height, blockHash, feeUnits }: Final,
): Promise<AfterCommit> {
  const { id: attemptId, txId } = attempt;
  const nativeAsset = NATIVE_ASSET[chain.id];
  const fee = networkFeeEntry({ txId, nativeAsset, feeUnits, holding: "chain" });
  await parts.ledger.append(tx, fee, parts.clock.now());
  const legs = legsOf(attempt.purpose);
  const versions = await supersededAttempts(
    tx,
    legs.map(({ legId }) => legId),
  );
  const dead = versions.filter(({ raw }) => conflicts(chain, raw, attempt.raw));
  const proof = JSON.stringify({ by: txId, height, blockHash });
  await buryByCancel(
    tx,
    dead.map(({ id }) => id),
    proof,
  );
  // An approver may have had some signed again meanwhile.
  const unpaid: PaidLeg[] = [];
  for (const leg of legs) if (!(await hasLiveAttempt(tx, [leg.legId]))) unpaid.push(leg);
  return askAgain(parts, tx, unpaid, { attemptId, txId });
}

/** Informs the owners of legs that a transaction of theirs came to nothing. */
export const askAgain = (
  parts: FollowParts,
  tx: Tx,
  legs: readonly PaidLeg[],
  of: { attemptId: string; txId: string },
): Promise<AfterCommit> =>
  callOwners(legs, ({ legId, ...leg }) =>
    callOwner(parts.owners, leg, (owner, ownerId) => owner.dead(tx, { ...of, legId, ownerId })),
  );

/** Whether of two transactions of ours only one can be mined. */
function conflicts(chain: Chain, one: string, other: string): boolean {
  const [first, second] = [chain.decode(one), chain.decode(other)];
  if (first.sender !== null) return first.sender === second.sender && first.nonce === second.nonce;
  return first.inputs.some((input) =>
    second.inputs.some(({ txId, ordinal }) => txId === input.txId && ordinal === input.ordinal),
  );
}
