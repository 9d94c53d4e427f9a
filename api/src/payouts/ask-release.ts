import { appendAudit } from "../audit/audit";
import { type Problem, problem } from "../core/errors";
import type { LegId } from "../core/ids";
import type { Clock } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import { transaction } from "../db/transaction";
import { askRelease, legState } from "./release-store";

/**
 * Leaves an approver's one-time code for a payout above a cap of the signer, which checks it itself within seconds, and records
 * who gave it and why. Errors: `override/unknown`, and `override/paid` where nothing is to be signed.
 */
export async function releasePayout(
  { database, clock }: { database: Database; clock: Clock },
  legId: LegId,
  given: { code: string; reason: string; admin: string },
): Promise<Result<{ legId: LegId }, Problem>> {
  const { code, admin } = given;
  return transaction(database, async (tx) => {
    const at = clock.now();
    const draft = { at, admin, action: "payout.release", subject: legId };
    const state = await legState(tx, legId);
    if (state !== "planned") {
      const refusal = state === undefined ? "override/unknown" : "override/paid";
      await appendAudit(tx, { ...draft, outcome: "refused", reason: refusal });
      return err(problem(refusal));
    }
    await askRelease(tx, { legId, username: admin, code, askedAt: at });
    await appendAudit(tx, { ...draft, outcome: "done", reason: given.reason });
    return ok({ legId });
  });
}
