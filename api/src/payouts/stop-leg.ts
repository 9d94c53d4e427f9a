import { assert } from "../core/assert";
import type { LegId } from "../core/ids";
import type { TimeMs } from "../core/ports";
import { transaction } from "../db/transaction";
import { hasLiveAttempt, mayLand } from "./attempt-legs-store";
import { type AfterCommit, callOwner } from "./leg-owner";
import { loadLeg, lockLeg, paidLegOf } from "./leg-store";
import type { FollowParts } from "./parts";

/** How long a leg whose network fee is above its cap waits for calmer times before its owner is told. */
export const FEE_WAIT_MS = 3_600_000;

/**
 * Reports to the owner of a leg that its network fee stays above its cap; false where it waits on. In one transaction with the
 * look that finds none of its transactions under way.
 */
export async function stopLeg(
  { database, owners }: Pick<FollowParts, "database" | "owners">,
  legId: LegId,
  since: TimeMs,
): Promise<boolean> {
  const report = await transaction(database, async (tx): Promise<AfterCommit | null> => {
    if ((await lockLeg(tx, legId)) !== "planned" || (await hasLiveAttempt(tx, [legId]))) return null;
    const leg = await loadLeg(tx, legId);
    assert(leg !== undefined, "a leg that was not planned", { legId });
    const stopped = { legId, since, mayLand: await mayLand(tx, legId) };
    return callOwner(owners, paidLegOf(leg), (owner, ownerId) => owner.aboveCap(tx, { ...stopped, ownerId }));
  });
  report?.();
  return report !== null;
}
