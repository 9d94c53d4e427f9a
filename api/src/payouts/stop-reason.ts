import { assert } from "../core/assert";
import type { Tx } from "../db/client";
import { isFrozen } from "../ledger/reconcile-store";
import type { PaidLeg } from "./attempt-legs-store";
import { fundingTrouble, isHeld, type Leg, loadLeg, lockLeg } from "./leg-store";
import type { LegWait } from "./leg-wait";
import type { FollowParts } from "./parts";

/** Reads the legs that a transaction pays, locked for the rest of the database transaction. */
export async function lockPaid(tx: Tx, paid: readonly PaidLeg[]): Promise<Leg[]> {
  const legs: Leg[] = [];
  for (const { legId } of paid) {
    await lockLeg(tx, legId);
    const leg = await loadLeg(tx, legId);
    assert(leg !== undefined, "a payment without its leg", { legId });
    legs.push(leg);
  }
  return legs;
}

/** Why one of the legs would not be signed now: the payment is not helped to land then. Null where all would. */
export async function stopOf(
  parts: FollowParts,
  tx: Tx,
  legs: readonly Leg[],
): Promise<LegWait | "held" | null> {
  for (const leg of legs) {
    const trouble = await fundingTrouble(tx, leg, parts.clock.now());
    if (trouble !== null) return trouble;
    if (await isFrozen(tx, leg.asset)) return "books";
    if (await isHeld(tx, leg)) return "held";
  }
  return null;
}
