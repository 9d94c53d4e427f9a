import { appendAudit } from "../audit/audit";
import { resumeChain as resumeCursor } from "../chains/cursor-store";
import type { ChainId } from "../core/assets";
import { type Problem, problem } from "../core/errors";
import type { Clock } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import type { Notifier } from "../db/notifications";
import { transaction } from "../db/transaction";

export type ResumeChainParts = { database: Database; clock: Clock; notifier: Pick<Notifier, "wake"> };

/** Resumes a halted chain and records who did. Error: `chain/not-halted`. */
export async function resumeChain(
  parts: ResumeChainParts,
  chain: ChainId,
  { reason, admin }: { reason: string; admin: string },
): Promise<Result<{ chain: ChainId; status: "ok" }, Problem>> {
  const isResumed = await transaction(parts.database, async (tx) => {
    const done = await resumeCursor(tx, chain);
    const draft = { at: parts.clock.now(), admin, action: "chain.resume", subject: chain };
    const outcome = done
      ? ({ outcome: "done", reason } as const)
      : ({ outcome: "refused", reason: "chain/not-halted" } as const);
    await appendAudit(tx, { ...draft, ...outcome });
    return done;
  });
  if (!isResumed) return err(problem("chain/not-halted"));
  parts.notifier.wake(`chain:${chain}`);
  parts.notifier.wake("market");
  return ok({ chain, status: "ok" });
}
