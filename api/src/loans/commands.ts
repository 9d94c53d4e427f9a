import type { Clock, Random } from "../core/ports";
import type { Database } from "../db/client";
import type { Notifier } from "../db/notifications";
import { transaction } from "../db/transaction";
import { newLegId } from "../orders/ids";
import type { CommandHandlers } from "../outbox/dispatcher";
import type { LoanEngine } from "./engine";
import type { LoanCommand } from "./loan";

/** The dispatcher's work for loans: plan the one leg of a loan that an administrator asked to pay. */
export function createLoanCommands(parts: {
  database: Database;
  engine: LoanEngine;
  notifier: Notifier;
  clock: Clock;
  random: Random;
}): CommandHandlers<LoanCommand> {
  return {
    async plan_loan({ loanId }) {
      const at = parts.clock.now();
      const legId = newLegId(parts.random);
      // Already planned, by a faster worker or before a crash: that leg is kept.
      const planned = await transaction(parts.database, (tx) =>
        parts.engine.applyIn(tx, { loanId, event: { type: "leg_planned", legId }, at }),
      );
      if (planned.ok) parts.notifier.wake("outbox");
      return { done: true };
    },
  };
}
