import type { AssetCode } from "../core/assets";
import type { TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Tx } from "../db/client";
import { Conflict } from "../db/transaction";
import type { LedgerStore } from "../ledger/store";
import { setCap, takeBackLeg } from "./leg-store";
import { type MoneyEffects, type MoneyRows, moneyRows } from "./money-store";

/** A pure machine with the store of its subject. `Effects` is what one of its events changes. */
export type Machine<Subject, Occurrence, Effects, Failure> = {
  /** The subject, and whether this occurrence is in its history already; undefined where there is no such subject. */
  load(tx: Tx, occurrence: Occurrence): Promise<{ subject: Subject; isKnown: boolean } | undefined>;
  transition(subject: Subject, occurrence: Occurrence): Result<Effects, Failure>;
  /**
   * Writes the subject, the event, its commands and the money if the version is still the one before; false otherwise. A
   * loan's row names its leg, so loans write that leg here and none in `moneyOf`.
   */
  advance(tx: Tx, effects: Effects, occurrence: Occurrence, money: MoneyRows): Promise<boolean>;
  subjectOf(effects: Effects): Subject;
  moneyOf(effects: Effects): MoneyEffects;
  atOf(occurrence: Occurrence): TimeMs;
};

/**
 * The imperative shell round a pure machine: inbox, transition, row, reserve, ledger and legs in the caller's
 * transaction. `ledger` is null in a role that books nothing; the database would refuse it too. `refuses` sees the effects
 * before anything is written; `also` writes before the machine does. Throws a Conflict, after which the transaction is run
 * again, where the subject has moved on.
 */
export async function applyEvent<Subject, Occurrence, Effects, Failure, Refusal = never>(
  tx: Tx,
  machine: Machine<Subject, Occurrence, Effects, Failure>,
  ledger: LedgerStore | null,
  occurrence: Occurrence & {
    refuses?: (tx: Tx, effects: Effects) => Promise<Refusal | null>;
    also?: (tx: Tx, effects: Effects) => Promise<void>;
  },
): Promise<Result<{ subject: Subject; duplicate: boolean }, Failure | Refusal | "unknown">> {
  const found = await machine.load(tx, occurrence);
  if (found === undefined) return err("unknown");
  if (found.isKnown) return ok({ subject: found.subject, duplicate: true });
  const outcome = machine.transition(found.subject, occurrence);
  if (!outcome.ok) return outcome;
  const effects = outcome.value;
  const refusal = (await occurrence.refuses?.(tx, effects)) ?? null;
  if (refusal !== null) return err(refusal);
  await occurrence.also?.(tx, effects);
  const money = machine.moneyOf(effects);
  const rows = moneyRows(ledger, money, machine.atOf(occurrence));
  if (!(await machine.advance(tx, effects, occurrence, rows))) throw new Conflict("the subject has moved on");
  await changeLegs(tx, money);
  return ok({ subject: machine.subjectOf(effects), duplicate: false });
}

/** The assets whose reserves are changed, by what is set aside and by what is booked. */
export const assetsOf = ({ reserve, ledger }: Pick<MoneyEffects, "reserve" | "ledger">): Set<AssetCode> =>
  new Set([
    ...reserve.map(({ asset }) => asset),
    ...ledger.flatMap(({ entries }) => entries.map(({ asset }) => asset)),
  ]);

/** What happens to legs that is rare, and is not written at once with the rest. */
async function changeLegs(tx: Tx, { closedLegs, recappedLegs }: MoneyEffects): Promise<void> {
  for (const { id, state } of closedLegs) if (state === "reversed") await takeBackLeg(tx, id);
  for (const leg of recappedLegs) await setCap(tx, leg);
}
