import { assert } from "../core/assert";
import type { LoanId } from "../core/ids";
import type { TimeMs } from "../core/ports";
import type { Result } from "../core/result";
import type { Tx } from "../db/client";
import type { LedgerStore } from "../ledger/store";
import { applyEvent, type Machine } from "../payouts/apply-event";
import { insertLeg, type NewLeg } from "../payouts/leg-store";
import { type MoneyEffects, writeMoney } from "../payouts/money-store";
import { type Loan, type LoanEffects, type LoanError, type LoanEvent, transitionLoan } from "./loan";
import { advanceLoan, lockLoan } from "./store";

/** One thing that happened to a loan. */
export type LoanOccurrence = { loanId: LoanId; event: LoanEvent; at: TimeMs };

/** What happens to a loan's payout, as the worker reports it. */
export type LoanEngine = {
  /** Applies one event in the caller's transaction. Error: `already_done` for what was reported before. */
  applyIn(tx: Tx, occurrence: LoanOccurrence): Promise<Result<Loan, LoanError>>;
};

const machine: Machine<Loan, LoanOccurrence, LoanEffects, LoanError> = {
  // Loans keep no inbox: their states distinguish a repeated event from a new one.
  load: (tx, occurrences) =>
    inTurn(occurrences, async ({ loanId }) => {
      const loan = await lockLoan(tx, loanId);
      return loan && { subject: loan, isKnown: false };
    }),
  transition: (loan, { event }) => transitionLoan(loan, event),
  advance: (tx, changes) =>
    inTurn(changes, async ({ effects, occurrence: { at }, money }) => {
      // A loan's row names its leg by a foreign key, so the leg is written first.
      const leg = plannedLegOf(effects);
      if (leg !== null) await insertLeg(tx, leg, at);
      const isAdvanced = await advanceLoan(tx, effects, at);
      if (isAdvanced) await writeMoney(tx, money);
      return isAdvanced;
    }),
  subjectOf: ({ loan }) => loan,
  moneyOf,
  atOf: ({ at }) => at,
};

async function inTurn<Item, Answer>(
  items: readonly Item[],
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const item of items) answers.push(await work(item));
  return answers;
}

/** The shell round `transitionLoan` for the worker: the public process only asks for a payout. */
export function createLoanEngine(ledger: LedgerStore): LoanEngine {
  return {
    async applyIn(tx, occurrence) {
      const applied = await applyEvent(tx, machine, ledger, occurrence);
      if (applied.ok) return { ok: true, value: applied.value.subject };
      const { error } = applied;
      assert(error !== "unknown", "an event of a loan that does not exist", { loanId: occurrence.loanId });
      return { ok: false, error };
    },
  };
}

function moneyOf({ loan, hold, reserve, ledger, closedLeg }: LoanEffects): MoneyEffects {
  assert(hold.length === 0, "only who asks for a payout holds reserve for it", { id: loan.id });
  return { reserve, ledger, legs: [], closedLegs: closedLeg === null ? [] : [closedLeg], recappedLegs: [] };
}

function plannedLegOf({ loan, plannedLegId: id }: LoanEffects): NewLeg | null {
  if (id === null) return null;
  const { asset, units, receiveAddress: destination, phase } = loan;
  assert(
    phase.status === "processing" && destination !== null,
    "a leg of a loan that the reserve does not pay",
  );
  const { feeUnitsMax } = phase;
  const leg = { id, owner: { loanId: loan.id }, legNo: 1, kind: "loan", asset, destination, units } as const;
  return { ...leg, feeUnitsMax, grounds: null };
}
