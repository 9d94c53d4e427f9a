import type { AssetCode } from "../core/assets";
import type { LegId } from "../core/ids";
import type { TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Tx } from "../db/client";
import { Conflict } from "../db/transaction";
import type { LedgerTransaction } from "../ledger/entry";
import type { LedgerStore } from "../ledger/store";
import type { ReserveChange } from "../reserves/reserve-change";
import { changeReserves, lockReserves } from "../reserves/store";
import { closeLeg, insertLeg, type NewLeg, setCap } from "./leg-store";

/** What an event of an order or a loan changes besides its row: money that is set aside, booked and to be paid. */
export type MoneyEffects = {
  reserve: readonly ReserveChange[];
  ledger: readonly LedgerTransaction[];
  legs: readonly NewLeg[];
  closedLegs: readonly { id: LegId; state: "final" | "reversed" }[];
  recappedLegs: readonly { id: LegId; feeUnitsMax: bigint }[];
};

/** A pure machine with the store of its subject. `Effects` is what one of its events changes. */
export type Machine<Subject, Occurrence, Effects, Failure> = {
  /** The subject, and whether this occurrence is in its history already; undefined where there is no such subject. */
  load(tx: Tx, occurrence: Occurrence): Promise<{ subject: Subject; isKnown: boolean } | undefined>;
  transition(subject: Subject, occurrence: Occurrence): Result<Effects, Failure>;
  /**
   * Writes the subject, the event and its commands if the version is still the one before; false otherwise. A loan's row
   * names its leg, so loans write that leg here and none in `moneyOf`.
   */
  advance(tx: Tx, effects: Effects, occurrence: Occurrence): Promise<boolean>;
  subjectOf(effects: Effects): Subject;
  moneyOf(effects: Effects): MoneyEffects;
  atOf(occurrence: Occurrence): TimeMs;
};

/**
 * The imperative shell round a pure machine: inbox, transition, row, reserve, ledger and legs in the caller's
 * transaction. `ledger` is null in a role that books nothing; the database would refuse it too. `refuses` sees the effects
 * before anything is written; `also` writes before the machine does. Throws a Conflict, after which the transaction is run again, where the subject has moved on.
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
  if (!(await machine.advance(tx, effects, occurrence))) throw new Conflict("the subject has moved on");
  await writeMoney(tx, ledger, machine.moneyOf(effects), machine.atOf(occurrence));
  return ok({ subject: machine.subjectOf(effects), duplicate: false });
}

/** The assets whose reserves are changed, by what is set aside and by what is booked. */
export const assetsOf = ({ reserve, ledger }: Pick<MoneyEffects, "reserve" | "ledger">): Set<AssetCode> =>
  new Set([
    ...reserve.map(({ asset }) => asset),
    ...ledger.flatMap(({ entries }) => entries.map(({ asset }) => asset)),
  ]);

/** Writes what an event changes besides its subject. Throws where an entry was booked before. */
export async function writeMoney(
  tx: Tx,
  ledger: LedgerStore | null,
  effects: MoneyEffects,
  at: TimeMs,
): Promise<void> {
  // The ledger's entries change reserves too, in an order of their own.
  await lockReserves(tx, assetsOf(effects));
  // What an entry takes from the hot wallet must be free before it; what is set aside of what one brings, after.
  const brings = effects.ledger.some(({ entries }) =>
    entries.some(({ account, units }) => account === "chain" && units > 0n),
  );
  if (!brings) await changeReserves(tx, effects.reserve);
  for (const booking of effects.ledger) {
    if (ledger === null) throw new Error("this role books nothing");
    if ((await ledger.append(tx, booking, at)) === "booked_before")
      throw new Error(`booked before: ${booking.kind}`);
  }
  if (brings) await changeReserves(tx, effects.reserve);
  for (const leg of effects.legs) await insertLeg(tx, leg, at);
  for (const leg of effects.closedLegs) await closeLeg(tx, leg);
  for (const leg of effects.recappedLegs) await setCap(tx, leg);
}
