import type { Chain } from "../chains/chain";
import { assert } from "../core/assert";
import { type AttemptEvent, type AttemptState, nextAttemptState } from "./attempt";
import { type Attempt, lifeOf, moveAttempt } from "./attempt-store";
import { callOwner } from "./leg-owner";
import { noteKnown, noteLook } from "./looks-store";
import type { FollowParts } from "./parts";

export const LEASE_MS = 15_000;
export const LOOK_AGAIN_MS = 400;
export const RESEND_AFTER_MS = 2_000;

/**
 * Commits that we are about to send, then sends. A lost reply leaves `broadcasting`: the next look finds out. False where
 * the node refuses it.
 */
export async function sendAttempt(parts: FollowParts, chain: Chain, attempt: Attempt): Promise<boolean> {
  const begun = step(attempt.state === "mined" ? "sent" : attempt.state, "broadcast_begun");
  const leased = await moveAttempt(parts.database, attempt, {
    state: begun,
    nextCheckAt: parts.clock.now() + LEASE_MS,
  });
  if (!leased) return true;
  const { outcome, ...rest } = await chain.broadcast(attempt.raw);
  if (outcome === "accepted") {
    await markSent(parts, { ...attempt, state: begun });
    return true;
  }
  parts.log.warn({ chain: chain.id, attempt: attempt.id, ...rest }, "the node refused a transaction of ours");
  const { inputs } = chain.decode(attempt.raw);
  const said = "reason" in rest ? rest.reason : "refused";
  await noteLook(parts.database, { attemptId: attempt.id, said, inputs, at: parts.clock.now() });
  await lookLater(parts, { ...attempt, state: begun }, RESEND_AFTER_MS);
  return false;
}

/** The node has the transaction: its legs' owners learn its id. Once per attempt, unless we crash in between. */
export async function markSent(parts: FollowParts, attempt: Attempt): Promise<void> {
  await moveAttempt(parts.database, attempt, {
    state: step(attempt.state, "accepted"),
    nextCheckAt: parts.clock.now() + LOOK_AGAIN_MS,
  });
  const { id, purpose, txId } = attempt;
  await noteKnown(parts.database, id, parts.clock.now());
  if (purpose.kind !== "legs" || attempt.state === "sent") return;
  for (const leg of purpose.legs)
    await callOwner(parts.owners, leg, (owner, ownerId) =>
      owner.sent({ life: lifeOf(attempt), legId: leg.legId, ownerId, txId }),
    );
}

/** The state after an event that must apply. */
export function step(state: AttemptState, event: AttemptEvent): AttemptState {
  const next = nextAttemptState(state, event);
  assert(next.ok, "an attempt cannot go there", { state, event });
  return next.value;
}

/** Keeps what is known of an attempt, and when to look at it again. */
export async function lookLater(parts: FollowParts, attempt: Attempt, inMs: number): Promise<void> {
  await moveAttempt(parts.database, attempt, {
    state: attempt.state,
    height: attempt.height,
    blockHash: attempt.blockHash,
    nextCheckAt: parts.clock.now() + inMs,
  });
}
