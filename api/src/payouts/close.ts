import { poolAddresses } from "../address/store";
import type { Chain } from "../chains/chain";
import { assert, unreachable } from "../core/assert";
import { NATIVE_ASSET } from "../core/assets";
import type { Tx } from "../db/client";
import { transaction } from "../db/transaction";
import { networkFeeEntry } from "../ledger/entry";
import { doubledEntry } from "../ledger/loss-entry";
import { type Attempt, lifeOf, moveAttempt } from "./attempt-store";
import { closeCancelled } from "./cancelled";
import { setChildFeesAside } from "./child-fees";
import { childAfter } from "./child-store";
import { feeShares } from "./fee-shares";
import { addOwnOutput, lockOutputs, spendOutputs } from "./holdings-store";
import { type AfterCommit, callOwner, callOwners, NOTHING, type RoundPayment } from "./leg-owner";
import { bookOwnMove } from "./own-move";
import { type FollowParts, hotAddress } from "./parts";
import { step } from "./send";

/** How a transaction ended: in which block, at what cost, and whether it did what it was signed for. */
export type Landed = { height: number; blockHash: string; feeUnits: bigint; succeeded: boolean };

/** At depth: the attempt, the wallet, the ledger and the attempt's owner change in one database transaction. */
export async function closeAttempt(
  parts: FollowParts,
  chain: Chain,
  attempt: Attempt,
  landed: Landed,
): Promise<void> {
  const afterCommit = await transaction(parts.database, async (tx) => {
    const closed = await moveAttempt(tx, attempt, {
      state: landed.succeeded ? "final" : "reverted",
      height: landed.height,
      blockHash: landed.blockHash,
      feeUnits: landed.feeUnits,
      nextCheckAt: parts.clock.now(),
    });
    if (!closed) return NOTHING;
    if (chain.model === "utxo") await settleOutputs(parts, tx, chain, attempt, landed.height);
    const report = await reportEnd(parts, tx, chain, attempt, landed);
    if (landed.succeeded && chain.model === "utxo") await setChildFeesAside(tx, attempt);
    return report;
  });
  afterCommit();
}

/**
 * At depth, after another had paid its legs: an approver had that one signed, and this landed all the same. Its coins are a
 * loss of the house; no leg is paid by it. If it failed, only its fee is gone.
 */
export async function closeDoubled(
  parts: FollowParts,
  chain: Chain,
  attempt: Attempt,
  { height, blockHash, feeUnits, succeeded }: Landed,
): Promise<void> {
  const isClosed = await transaction(parts.database, async (tx) => {
    const state = step(attempt.state, succeeded ? "doubled" : "reverted");
    const nextCheckAt = parts.clock.now();
    if (!(await moveAttempt(tx, attempt, { state, height, blockHash, feeUnits, nextCheckAt }))) return false;
    if (chain.model === "utxo") await settleOutputs(parts, tx, chain, attempt, height);
    const { txId, asset, units } = attempt;
    const nativeAsset = NATIVE_ASSET[chain.id];
    const entry = succeeded
      ? doubledEntry({ txId, asset, units, nativeAsset, feeUnits })
      : networkFeeEntry({ txId, nativeAsset, feeUnits, holding: "chain" });
    await parts.ledger.append(tx, entry, parts.clock.now());
    if (succeeded && chain.model === "utxo") await setChildFeesAside(tx, attempt);
    return true;
  });
  if (isClosed && succeeded)
    parts.log.error(
      { chain: chain.id, attempt: attempt.id },
      "a payment landed twice, by an approver's override",
    );
}

/** Reports the end to the owner that the attempt was made for. */
async function reportEnd(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  attempt: Attempt,
  landed: Landed,
): Promise<AfterCommit> {
  const { feeUnits, succeeded } = landed;
  const { purpose, txId } = attempt;
  const life = lifeOf(attempt);
  const end = succeeded ? "final" : "reverted";
  switch (purpose.kind) {
    case "legs": {
      const shares = feeShares(
        feeUnits,
        purpose.legs.map(({ feeUnitsMax }) => feeUnitsMax),
      );
      return callOwners(purpose.legs, (leg, at) =>
        callOwner(parts.owners, leg, (owner, ownerId) =>
          owner[end](tx, { life, legId: leg.legId, ownerId, txId, feeUnits: shares[at] ?? 0n }),
        ),
      );
    }
    case "cancel":
      return closeCancelled(parts, tx, chain, attempt, landed);
    case "round":
      return parts.rounds[end](tx, { ...roundPayment(attempt), feeUnits });
    case "child":
    case "consolidation":
    case "sweep":
    case "top_up":
      return bookOwnMove(parts, tx, attempt, { feeUnits, succeeded });
    default:
      return unreachable(purpose);
  }
}

export const roundPayment = (attempt: Attempt): Omit<RoundPayment, "feeUnits"> => ({
  attemptId: attempt.id,
  chain: attempt.chain,
  txId: attempt.txId,
  asset: attempt.asset,
  units: attempt.units,
  fresh: freshAddress(attempt),
});

/** Where a round on an account chain pays to; a round of outputs has several addresses, and names none here. */
function freshAddress({ id, sender, destination, depositIndex }: Attempt): RoundPayment["fresh"] {
  if (sender === null) return null;
  assert(depositIndex !== null, "a round without its address", { id });
  return { address: destination, index: depositIndex };
}

async function settleOutputs(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  attempt: Attempt,
  height: number,
): Promise<void> {
  const { inputs, outputs } = chain.decode(attempt.raw);
  await spendOutputs(tx, chain.id, inputs, attempt.id);
  const hot = hotAddress(parts, chain.id);
  const isRound = attempt.purpose.kind === "round";
  const payments = attempt.purpose.kind === "legs" ? attempt.purpose.legs.length : 0;
  const fresh = isRound
    ? await poolAddresses(
        tx,
        chain.id,
        outputs.map(({ to }) => to),
      )
    : new Map<string, number>();
  for (const [position, output] of outputs.entries()) {
    const index = fresh.get(output.to);
    const isChange = output.to === hot && position >= payments;
    if (!isChange && index === undefined) continue;
    await addOwnOutput(tx, {
      chain: chain.id,
      txId: attempt.txId,
      ordinal: output.ordinal ?? position,
      asset: output.asset,
      address: output.to,
      key: index === undefined ? { branch: "hot", index: 0 } : { branch: "deposit", index },
      units: output.units,
      height,
    });
  }
  await lockForChild(tx, chain, attempt);
}

/** The change of a payment that waited may be spent already, by what paid for it. */
async function lockForChild(tx: Tx, chain: Chain, attempt: Attempt): Promise<void> {
  if (attempt.purpose.kind !== "legs" && attempt.purpose.kind !== "child") return;
  const child = await childAfter(tx, chain, attempt);
  if (child === undefined) return;
  const isLocked = await lockOutputs(tx, chain.id, chain.decode(child.raw).inputs, child.id);
  assert(isLocked, "the change that a child spends is taken", { id: child.id });
}
