import { appendAudit } from "../audit/audit";
import { type Problem, problem } from "../core/errors";
import type { Clock } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import type { Notifier } from "../db/notifications";
import { transaction } from "../db/transaction";
import { askAdoption, isUnplanned, type UnplannedSpend } from "./unplanned-store";

export type AdoptionParts = { database: Database; clock: Clock; notifier: Pick<Notifier, "wake"> };

/**
 * Takes an approver's word that a transaction which we did not sign is known and its loss is the house's, and records who
 * gave it and why. The worker books what it took and signs again. Errors: `spend/unknown`; `spend/adopted`, also where
 * another approver was faster.
 */
export async function adoptSpend(
  { database, clock, notifier }: AdoptionParts,
  id: string,
  { reason, admin }: { reason: string; admin: string },
): Promise<Result<UnplannedSpend, Problem>> {
  const outcome = await transaction(database, async (tx): Promise<Result<UnplannedSpend, Problem>> => {
    const asked = await askAdoption(tx, id, reason.replaceAll("\u0000", ""));
    const draft = { at: clock.now(), admin, action: "spend.adopt" };
    if (asked !== undefined) {
      await appendAudit(tx, { ...draft, subject: nameOf(asked), outcome: "done", reason });
      return ok(asked);
    }
    const code = (await isUnplanned(tx, id)) ? "spend/adopted" : "spend/unknown";
    await appendAudit(tx, { ...draft, subject: id, outcome: "refused", reason: code });
    return err(problem(code));
  });
  if (outcome.ok) notifier.wake(`chain:${outcome.value.chain}`);
  return outcome;
}

/** A spend for the audit log. */
const nameOf = ({ id, chain, txId, nonce }: UnplannedSpend): string =>
  `${id}: ${chain} ${txId ?? `nonce ${nonce}`}`;
