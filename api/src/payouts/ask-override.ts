import { appendAudit } from "../audit/audit";
import { type Problem, problem } from "../core/errors";
import type { LegId } from "../core/ids";
import type { Clock } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import type { Notifier } from "../db/notifications";
import { transaction } from "../db/transaction";
import { type Claim, once } from "../idempotency/idempotency";
import { askOverride, type LegInDoubt, loadLegInDoubt } from "./override-store";

export type OverrideParts = { database: Database; clock: Clock; notifier: Pick<Notifier, "wake"> };

/** The leg and its first transaction, as the approver saw them. */
export type OverrideAsked = { legId: LegId; txId: string };

/**
 * Takes an approver's word that a leg is to be paid by another transaction, although no proof ends the one that it has, and
 * records who gave it and why. The worker looks at the chain once more and honours it, once per leg. Errors:
 * `override/unknown`, `override/transaction` (not the leg's first one), `override/paid`, `override/used`, and
 * `override/open` while one of its transactions may end by itself.
 */
export async function overridePayout(
  { database, clock, notifier }: OverrideParts,
  { legId, txId }: OverrideAsked,
  { reason, admin, idempotency }: { reason: string; admin: string; idempotency?: Claim | undefined },
): Promise<Result<OverrideAsked, Problem>> {
  const outcome = await transaction(database, (tx) =>
    once<OverrideAsked>(tx, idempotency, async () => {
      const at = clock.now();
      const doubt = await loadLegInDoubt(tx, legId, at);
      const text = reason.replaceAll("\u0000", "");
      const refusal =
        refusalOf(doubt, txId) ??
        ((await askOverride(tx, { legId, txId, reason: text, askedAt: at })) ? null : "override/used");
      const draft = { at, admin, action: "payout.override", subject: `${legId}: ${txId}` };
      if (refusal !== null) {
        await appendAudit(tx, { ...draft, outcome: "refused", reason: refusal });
        return err(problem(refusal));
      }
      await appendAudit(tx, { ...draft, outcome: "done", reason: text });
      return ok({ answer: { legId, txId }, orderId: null, status: 200 });
    }),
  );
  const leg = outcome.ok ? await loadLegInDoubt(database, legId, clock.now()) : undefined;
  if (leg !== undefined) notifier.wake(`chain:${leg.chain}`);
  return outcome;
}

function refusalOf(
  doubt: LegInDoubt | undefined,
  txId: string,
): "override/unknown" | "override/transaction" | "override/paid" | "override/used" | "override/open" | null {
  if (doubt === undefined) return "override/unknown";
  if (doubt.firstTxId !== txId) return "override/transaction";
  if (doubt.override === "asked" || doubt.override === "honoured") return "override/used";
  if (doubt.state !== "planned") return "override/paid";
  return doubt.isAway ? null : "override/open";
}
