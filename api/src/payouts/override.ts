import { type Chain, ChainUnavailable } from "../chains/chain";
import { loadCursor } from "../chains/cursor-store";
import { finalHeight } from "../chains/policy";
import { wayOf } from "../chains/tor";
import type { LegId } from "../core/ids";
import type { Tx } from "../db/client";
import { type Outcome, rollback, transaction } from "../db/transaction";
import { streamOf } from "./attempt-store";
import { reportDeath } from "./bury";
import { dropLostInputs } from "./holdings-store";
import type { AfterCommit } from "./leg-owner";
import { lockLeg } from "./leg-store";
import { askedOverrides, attemptsOfLeg, settleOverride, supersedeUnlanded } from "./override-store";
import type { FollowParts } from "./parts";

/**
 * Does what approvers decided on payments that no proof ends: where the chain still knows none of a leg's transactions, and
 * none of them is proved dead, all are superseded, and the leg is signed once more. Otherwise the word is refused, and
 * nothing changes.
 */
export async function honourOverrides(parts: FollowParts, chain: Chain): Promise<void> {
  const legIds = await askedOverrides(parts.database, chain.id);
  if (legIds.length === 0) return;
  const cursor = await loadCursor(parts.database, chain.id);
  if (cursor === undefined || cursor.status !== "ok") return;
  for (const legId of legIds) {
    try {
      await honour(parts, chain, legId);
    } catch (error) {
      // Asked through a proxy that is away; the chain's other work does not wait for it.
      if (!(error instanceof ChainUnavailable)) throw error;
      parts.log.warn(
        { chain: chain.id, leg: legId, failure: error.message },
        "an override waits for the chain",
      );
    }
  }
}

async function honour(parts: FollowParts, chain: Chain, legId: LegId): Promise<void> {
  const { database, log } = parts;
  const refused = () =>
    log.warn({ chain: chain.id, leg: legId }, "an override is refused: the leg may end without it");
  if (await mayStillEnd(parts, chain, legId)) {
    await settleOverride(database, legId, "refused");
    return refused();
  }
  const honoured = await transaction(database, (tx) => supersede(parts, tx, legId));
  if (!honoured.ok) return;
  if (honoured.value === null) return refused();
  honoured.value();
  log.warn({ chain: chain.id, leg: legId }, "an approver has a payment signed once more");
}

async function supersede(
  parts: FollowParts,
  tx: Tx,
  legId: LegId,
): Promise<Outcome<AfterCommit | null, "settled">> {
  if ((await lockLeg(tx, legId)) !== "planned") return rollback("settled");
  const attempts = await attemptsOfLeg(tx, legId);
  // Another took its place since the node was asked, or all are dead: there is nothing to give up.
  const isNewer = attempts.some(({ state }) => state === "signed" || state === "mined");
  if (attempts.length === 0 || isNewer) {
    await settleOverride(tx, legId, "refused");
    return { ok: true, value: null };
  }
  if (!(await settleOverride(tx, legId, "honoured"))) return rollback("settled");
  for (const { id } of attempts) await dropLostInputs(tx, id);
  const after: AfterCommit[] = [];
  // Those that were superseded before are asked for already.
  for (const attempt of await supersedeUnlanded(tx, legId, parts.clock.now()))
    after.push(await reportDeath(parts, tx, attempt));
  return {
    ok: true,
    value: () => {
      for (const notify of after) notify();
    },
  };
}

/** Whether the chain knows one of the leg's transactions, or proves one dead: then it ends without anybody's word. */
async function mayStillEnd(parts: FollowParts, direct: Chain, legId: LegId): Promise<boolean> {
  const tip = await direct.tip();
  for (const attempt of await attemptsOfLeg(parts.database, legId)) {
    const chain = wayOf(direct, parts.overTor, { ...attempt, stream: streamOf(attempt) });
    if ((await chain.transaction(attempt.txId)).status !== "unknown") return true;
    const height = finalHeight(tip, parts.payoutPolicy(chain, attempt));
    if (height !== null && (await chain.proofOfDeath(attempt.raw, height)) !== null) return true;
  }
  return false;
}
