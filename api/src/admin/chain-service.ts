import { appendAudit } from "../audit/audit";
import { resumeChain } from "../chains/cursor-store";
import { problem } from "../core/errors";
import type { Clock } from "../core/ports";
import { err, ok } from "../core/result";
import type { Database } from "../db/client";
import type { Notifier } from "../db/notifications";
import { transaction } from "../db/transaction";
import type { ChainVerbs } from "../routes/admin/verbs";

/** Lets halted chains go on, and records who did. */
export function createChainResumption(parts: {
  database: Database;
  clock: Clock;
  notifier: Notifier;
}): ChainVerbs {
  return {
    async resume(chain, { reason, admin }) {
      const isResumed = await transaction(parts.database, async (tx) => {
        const done = await resumeChain(tx, chain);
        const draft = { at: parts.clock.now(), admin, action: "chain.resume", subject: chain };
        const outcome = done
          ? ({ outcome: "done", reason } as const)
          : ({ outcome: "refused", reason: "chain/not-halted" } as const);
        await appendAudit(tx, { ...draft, ...outcome });
        return done;
      });
      if (!isResumed) return err(problem("chain/not-halted"));
      parts.notifier.wake(`chain:${chain}`);
      return ok({ chain, status: "ok" });
    },
  };
}
