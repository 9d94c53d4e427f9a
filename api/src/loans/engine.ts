import { assert } from "../core/assert";
import type { TimeMs } from "../core/ports";
import { ok, type Result } from "../core/result";
import type { Tx } from "../db/client";
import { Conflict } from "../db/transaction";
import type { LedgerStore } from "../ledger/store";
import { closeLeg } from "../payouts/leg-store";
import { changeReserves } from "../reserves/store";
import { type Loan, type LoanError, type LoanEvent, transitionLoan } from "./loan";
import { advanceLoan, insertLoanLeg, lockLoan } from "./store";

/** What happens to a loan's payout, told by the worker. */
export type LoanEngine = {
  /**
   * Takes one event in, in the caller's transaction: loan, ledger, reserve, leg and outbox together. Error:
   * `already_done` for what was told before.
   */
  applyIn(
    tx: Tx,
    occurrence: { loanId: string; event: LoanEvent; at: TimeMs },
  ): Promise<Result<Loan, LoanError>>;
};

/** The imperative shell round `transitionLoan`, for the worker: the public process only asks for a payout. */
export function createLoanEngine(ledger: LedgerStore): LoanEngine {
  return {
    async applyIn(tx, { loanId, event, at }) {
      const loan = await lockLoan(tx, loanId);
      assert(loan !== undefined, "an event of a loan that nobody made", { loanId });
      const outcome = transitionLoan(loan, event);
      if (!outcome.ok) return outcome;
      const effects = outcome.value;
      assert(effects.hold.length === 0, "only who asks for a payout holds reserve for it", { loanId });
      await changeReserves(tx, effects.reserve);
      for (const booking of effects.ledger) {
        if ((await ledger.append(tx, booking, at)) === "booked_before")
          throw new Error(`booked before: ${booking.kind}`);
      }
      if (effects.plannedLegId !== null) await insertLoanLeg(tx, effects.loan, effects.plannedLegId, at);
      if (!(await advanceLoan(tx, effects, at))) throw new Conflict("the loan has moved on");
      if (effects.closedLeg !== null) await closeLeg(tx, effects.closedLeg);
      return ok(effects.loan);
    },
  };
}
