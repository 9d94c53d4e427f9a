import type { Chain, ProofOfDeath } from "../chains/chain";
import { unreachable } from "../core/assert";
import type { LegId } from "../core/ids";
import type { Tx } from "../db/client";
import { type Outcome, rollback, transaction } from "../db/transaction";
import { hasLiveAttempt, mayLand, type PaidLeg, supersededAttempts } from "./attempt-legs-store";
import { type Attempt, legsOf, lifeOf, moveAttempt } from "./attempt-store";
import { askAgain } from "./cancelled";
import { releaseChildFee } from "./child-fees";
import { roundPayment } from "./close";
import { dropLostInputs, releaseOutputs } from "./holdings-store";
import { type AfterCommit, callOwner, callOwners, NOTHING } from "./leg-owner";
import { lockLeg } from "./leg-store";
import { lockedOutputs } from "./outputs-store";
import { releaseTopUp } from "./own-move";
import type { FollowParts } from "./parts";
import { step } from "./send";

/**
 * Closes an attempt that is proved dead: its inputs or its nonce are free, and what it was made for is done again. One
 * database transaction, once: later looks find it closed.
 */
export async function buryAttempt(
  parts: FollowParts,
  chain: Chain,
  attempt: Attempt,
  { gone, ...proof }: ProofOfDeath,
): Promise<void> {
  // Their owners asked for them again when it was superseded, or will when its cancellation is final.
  const asked = attempt.state === "superseded" ? legsOf(attempt.purpose) : [];
  const afterCommit = await transaction(parts.database, async (tx) => {
    for (const { legId } of asked) await lockLeg(tx, legId);
    const buried = await moveAttempt(tx, attempt, {
      state: step(attempt.state, "dead"),
      proof: JSON.stringify(proof),
      nextCheckAt: parts.clock.now(),
    });
    if (!buried) return NOTHING;
    if (chain.model === "utxo") await releaseOutputs(tx, attempt.id, gone);
    const report =
      asked.length > 0
        ? await reportCleared(parts, tx, attempt, asked)
        : await reportDeath(parts, tx, attempt);
    return () => {
      parts.log.warn({ chain: chain.id, attempt: attempt.id, ...proof }, "a transaction of ours is dead");
      report();
    };
  });
  afterCommit();
}

/** Reports to the owners of legs that none of their transactions may land any more, where that is so. */
async function reportCleared(
  { owners }: FollowParts,
  tx: Tx,
  attempt: Attempt,
  legs: readonly PaidLeg[],
): Promise<AfterCommit> {
  const [life, { txId }] = [lifeOf(attempt), attempt];
  const clear: PaidLeg[] = [];
  // A cancellation that is under way asks for its legs again when it is final: they are not taken back before.
  for (const leg of legs)
    if (!(await mayLand(tx, leg.legId)) && !(await hasLiveAttempt(tx, [leg.legId]))) clear.push(leg);
  return callOwners(clear, ({ legId, ...leg }) =>
    callOwner(owners, leg, (owner, ownerId) => owner.cleared(tx, { life, legId, ownerId, txId })),
  );
}

/**
 * Lets another transaction take the place of one that nodes refuse because a reorg took one of its inputs. Only where
 * that other one must spend an input of every transaction that was ever signed for its legs and is not proved dead, so
 * that of all of them one can land. False where nothing is lost, or where nothing is left to share.
 */
export const supersedeAttempt = (parts: FollowParts, chain: Chain, attempt: Attempt): Promise<boolean> =>
  supersede(parts, chain, attempt, {
    why: "a reorg took one of its inputs",
    isEntitled: async (tx) => (await dropLostInputs(tx, attempt.id)) > 0,
  });

/**
 * The same for a payment that cannot be mined because a reorg put other outputs in the place of those over which it was signed.
 * The chain has proved that, and all its inputs are left: what takes its place spends the same coins, so that one can land.
 */
export async function supersedeOutdated(
  parts: FollowParts,
  chain: Chain,
  attempt: Attempt,
  finalHeight: number | null,
): Promise<boolean> {
  if (attempt.purpose.kind !== "legs" || finalHeight === null) return false;
  if (!(await chain.forgetOutdated?.(attempt.raw, finalHeight))) return false;
  const { inputs } = chain.decode(attempt.raw);
  const isDone = await supersede(parts, chain, attempt, {
    why: "a reorg changed what it was signed over",
    isEntitled: async (tx) => (await lockedOutputs(tx, [attempt.id])).length === inputs.length,
  });
  const about = { chain: chain.id, attempt: attempt.id };
  if (isDone)
    parts.log.warn(about, "a payment that a reorg made unminable is signed again with the same coins");
  return isDone;
}

async function supersede(
  parts: FollowParts,
  chain: Chain,
  attempt: Attempt,
  { why, isEntitled }: { why: string; isEntitled(tx: Tx): Promise<boolean> },
): Promise<boolean> {
  const { purpose } = attempt;
  if (chain.model !== "utxo" || purpose.kind !== "legs") return false;
  const legIds = purpose.legs.map(({ legId }) => legId);
  const superseded = await transaction(
    parts.database,
    async (tx): Promise<Outcome<AfterCommit, "needless">> => {
      if (!(await isEntitled(tx))) return rollback("needless");
      if (!(await sharesInputs(tx, chain, attempt, legIds))) return rollback("needless");
      const moved = await moveAttempt(tx, attempt, {
        state: step(attempt.state, "superseded"),
        proof: why,
        nextCheckAt: parts.clock.now(),
      });
      return moved ? { ok: true, value: await reportDeath(parts, tx, attempt) } : rollback("needless");
    },
  );
  if (!superseded.ok) return false;
  superseded.value();
  return true;
}

/** Whether what is left of an attempt's inputs holds one of each transaction of its legs that may still land. */
async function sharesInputs(
  tx: Tx,
  chain: Chain,
  attempt: Attempt,
  legIds: readonly LegId[],
): Promise<boolean> {
  const left = new Set((await lockedOutputs(tx, [attempt.id])).map(outpoint));
  const earlier = await supersededAttempts(tx, legIds);
  return [attempt, ...earlier].every(({ raw }) =>
    chain.decode(raw).inputs.some((one) => left.has(outpoint(one))),
  );
}

const outpoint = ({ txId, ordinal }: { txId: string; ordinal: number }): string => `${txId}:${ordinal}`;

/** Reports to the owners of what an attempt was made for that it is to be done again. */
export async function reportDeath(parts: FollowParts, tx: Tx, attempt: Attempt): Promise<AfterCommit> {
  const { purpose, txId } = attempt;
  switch (purpose.kind) {
    case "legs":
    case "cancel":
      return askAgain(parts, tx, purpose.legs, { life: lifeOf(attempt), txId });
    case "round":
      return parts.rounds.dead(tx, roundPayment(attempt));
    case "top_up":
      await releaseTopUp(tx, attempt);
      return NOTHING;
    case "child":
      await releaseChildFee(tx, attempt);
      return NOTHING;
    case "consolidation":
    case "sweep":
      // The coins are where they were: the worker finds them again.
      return NOTHING;
    default:
      return unreachable(purpose);
  }
}
