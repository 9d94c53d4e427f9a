import type { AssetCode } from "../core/assets";
import type { TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Tx } from "../db/client";
import { Conflict } from "../db/transaction";
import type { LedgerStore } from "../ledger/store";
import { setCap, takeBackLeg } from "./leg-store";
import { type MoneyEffects, type MoneyRows, moneyRows } from "./money-store";

/** A pure machine with the store of its subjects. `Effects` is what one of its events changes. */
export type Machine<Subject, Occurrence, Effects, Failure> = {
  /**
   * Each occurrence's subject, and whether the occurrence is in its history already; undefined where there is no such
   * subject. In the order of the occurrences.
   */
  load(tx: Tx, occurrences: readonly Occurrence[]): Promise<readonly (Found<Subject> | undefined)[]>;
  transition(subject: Subject, occurrence: Occurrence): Result<Effects, Failure>;
  /** Sees what is about to be written, and names the failure of each occurrence of which nothing may be. */
  refuse?(tx: Tx, changes: readonly Change<Occurrence, Effects>[]): Promise<ReadonlyMap<Occurrence, Failure>>;
  /** Whether something is written with this occurrence beside the machine's own rows, and what; it is written first. */
  alsoOf?(occurrence: Occurrence): ((tx: Tx, effects: Effects) => Promise<void>) | undefined;
  /**
   * Writes each subject, its event, its commands and the money if the subject is still at the version before, and says
   * in the same order whether it was. A loan's row names its leg, so loans write that leg here and none in `moneyOf`.
   */
  advance(tx: Tx, changes: readonly Change<Occurrence, Effects>[]): Promise<readonly boolean[]>;
  subjectOf(effects: Effects): Subject;
  moneyOf(effects: Effects): MoneyEffects;
  atOf(occurrence: Occurrence): TimeMs;
};

type Found<Subject> = { subject: Subject; isKnown: boolean };

/** What an occurrence is about to change. */
export type Change<Occurrence, Effects> = { occurrence: Occurrence; effects: Effects; money: MoneyRows };

/** What became of an occurrence; `duplicate` where it was in the history already. */
export type EventOutcome<Subject, Failure> = Result<
  { subject: Subject; duplicate: boolean },
  Failure | "unknown"
>;

/**
 * The imperative shell round a pure machine: inbox, transition, row, reserve, ledger and legs in the caller's
 * transaction, for occurrences of different subjects. Returns their outcomes in the same order: null where the subject has
 * moved on, and nothing is written. `ledger` is null in a role that books nothing; the database would refuse it too.
 * Throws a Conflict, after which the transaction is run again, where a subject has moved on beside which something was
 * written.
 */
export async function applyEvents<Subject, Occurrence, Effects, Failure>(
  tx: Tx,
  machine: Machine<Subject, Occurrence, Effects, Failure>,
  ledger: LedgerStore | null,
  occurrences: readonly Occurrence[],
): Promise<(EventOutcome<Subject, Failure> | null)[]> {
  const outcomes = new Map<Occurrence, EventOutcome<Subject, Failure>>();
  const changes: Change<Occurrence, Effects>[] = [];
  const found = await machine.load(tx, occurrences);
  for (const [at, occurrence] of occurrences.entries()) {
    const known = found[at];
    if (known === undefined) outcomes.set(occurrence, err("unknown"));
    else if (known.isKnown) outcomes.set(occurrence, ok({ subject: known.subject, duplicate: true }));
    else {
      const outcome = machine.transition(known.subject, occurrence);
      if (outcome.ok) changes.push(changeOf(machine, ledger, occurrence, outcome.value));
      else outcomes.set(occurrence, outcome);
    }
  }
  const refused = (await machine.refuse?.(tx, changes)) ?? new Map<Occurrence, Failure>();
  for (const [occurrence, failure] of refused) outcomes.set(occurrence, err(failure));
  const accepted = changes.filter(({ occurrence }) => !refused.has(occurrence));
  for (const change of await write(tx, machine, accepted))
    outcomes.set(change.occurrence, ok({ subject: machine.subjectOf(change.effects), duplicate: false }));
  return occurrences.map((occurrence) => outcomes.get(occurrence) ?? null);
}

/** The same for one occurrence. Throws a Conflict where its subject has moved on. */
export async function applyEvent<Subject, Occurrence, Effects, Failure>(
  tx: Tx,
  machine: Machine<Subject, Occurrence, Effects, Failure>,
  ledger: LedgerStore | null,
  occurrence: Occurrence,
): Promise<EventOutcome<Subject, Failure>> {
  const [outcome] = await applyEvents(tx, machine, ledger, [occurrence]);
  return outcome ?? movedOn();
}

const movedOn = (): never => {
  throw new Conflict("the subject has moved on");
};

const changeOf = <Subject, Occurrence, Effects, Failure>(
  machine: Machine<Subject, Occurrence, Effects, Failure>,
  ledger: LedgerStore | null,
  occurrence: Occurrence,
  effects: Effects,
): Change<Occurrence, Effects> => ({
  occurrence,
  effects,
  money: moneyRows(ledger, machine.moneyOf(effects), machine.atOf(occurrence)),
});

/** Writes changes; returns those whose subjects were still at the version before. */
async function write<Subject, Occurrence, Effects, Failure>(
  tx: Tx,
  machine: Machine<Subject, Occurrence, Effects, Failure>,
  changes: readonly Change<Occurrence, Effects>[],
): Promise<readonly Change<Occurrence, Effects>[]> {
  if (changes.length === 0) return [];
  for (const { occurrence, effects } of changes) await machine.alsoOf?.(occurrence)?.(tx, effects);
  const isWritten = await machine.advance(tx, changes);
  const left = changes.filter((_, at) => isWritten[at] !== true);
  // What was written beside the event must not stay without it.
  if (left.some(({ occurrence }) => machine.alsoOf?.(occurrence) !== undefined)) movedOn();
  const written = changes.filter((change) => !left.includes(change));
  for (const { effects } of written) await changeLegs(tx, machine.moneyOf(effects));
  return written;
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
