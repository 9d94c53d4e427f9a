import { assert } from "../core/assert";
import type { LoanId } from "../core/ids";
import type { Clock } from "../core/ports";
import type { Database, Tx } from "../db/client";
import type { Notifier } from "../db/notifications";
import { transaction } from "../db/transaction";
import type { AfterCommit, LegOwner, LegPayment } from "../payouts/leg-owner";
import type { LoanEngine } from "./engine";

/** Turns what becomes of a loan's leg into the loan's events. */
export function createLoanLegOwner(parts: {
  database: Database;
  engine: LoanEngine;
  notifier: Pick<Notifier, "wake">;
  clock: Clock;
}): LegOwner<LoanId> {
  const { database, engine, notifier, clock } = parts;
  const wake = (): void => notifier.wake("outbox");
  const end =
    (type: "leg_final" | "leg_reverted") =>
    async (tx: Tx, payment: LegPayment<LoanId> & { feeUnits: bigint }): Promise<AfterCommit> => {
      const { legId, ownerId: loanId, txId, feeUnits } = payment;
      const at = clock.now();
      const applied = await engine.applyIn(tx, { loanId, event: { type, at, legId, txId, feeUnits }, at });
      assert(applied.ok, "a payout event is never refused", { error: applied.ok ? null : applied.error });
      return wake;
    };
  return {
    async sent({ legId, ownerId: loanId, txId }) {
      const at = clock.now();
      await transaction(database, (tx) =>
        engine.applyIn(tx, { loanId, event: { type: "leg_sent", legId, txId }, at }),
      );
    },
    final: end("leg_final"),
    reverted: end("leg_reverted"),
    async aboveCap(tx, { legId, ownerId: loanId, mayLand }) {
      // What may land cannot be taken back.
      if (mayLand) return null;
      const at = clock.now();
      const applied = await engine.applyIn(tx, { loanId, event: { type: "leg_above_cap", at, legId }, at });
      return applied.ok ? wake : null;
    },
    // It is tried again for its fee, and fails then.
    cleared: async () => () => {},
    async dead(tx, { legId, ownerId: loanId }) {
      const applied = await engine.applyIn(tx, {
        loanId,
        event: { type: "leg_dead", legId },
        at: clock.now(),
      });
      assert(applied.ok, "a payout event is never refused", { error: applied.ok ? null : applied.error });
      return wake;
    },
  };
}
