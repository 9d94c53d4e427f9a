import type { TimeMs } from "../../core/ports";
import { err, ok, type Result } from "../../core/result";
import type { Database, Tx } from "../../db/client";
import type { Notifier } from "../../db/notifications";
import { Conflict, sqlState, transaction, violatedConstraint } from "../../db/transaction";
import type { LedgerStore } from "../../ledger/store";
import { closeLeg } from "../../payouts/leg-store";
import { changeReserves, RESERVE_SHORT } from "../../reserves/store";
import type { Effects, OrderEvent, TransitionError } from "../machine/events";
import type { Order, OrderId } from "../machine/order";
import { transition } from "../machine/transition";
import { advanceOrder, insertLegs, loadForEvent } from "../store/store";

export type ApplyFailure = TransitionError | "order_unknown" | "reserve_insufficient";

/** One thing that happened, under its unique key. `also` runs in the same transaction, before the order's own writes. */
export type Occurrence = {
  orderId: OrderId;
  source: string;
  externalId: string;
  event: OrderEvent;
  also?: (tx: Tx, effects: Effects) => Promise<void>;
};

export type Applied = { order: Order; duplicate: boolean };

export type Engine = {
  /** Takes one event in: inbox, transition, order, ledger, reserve, legs and outbox in ONE transaction. */
  apply(occurrence: Occurrence): Promise<Result<Applied, ApplyFailure>>;
  /** The same inside a transaction of the caller's, who notifies after the commit. */
  applyIn(tx: Tx, occurrence: Occurrence): Promise<Result<Applied, ApplyFailure>>;
};

/**
 * The imperative shell round `transition`. In the http role there is no ledger: the events that it may
 * apply book nothing, and the database would refuse it.
 */
export function createEngine(parts: {
  database: Database;
  ledger: LedgerStore | null;
  notifier: Notifier;
}): Engine {
  const applyIn: Engine["applyIn"] = async (tx, occurrence) => {
    const { orderId, event } = occurrence;
    const found = await loadForEvent(tx, orderId, occurrence);
    if (found === undefined) return err("order_unknown");
    const { order, isKnown } = found;
    if (isKnown) return ok({ order, duplicate: true });
    const outcome = transition(order, event);
    if (!outcome.ok) return outcome;
    await occurrence.also?.(tx, outcome.value);
    const { at, type, ...body } = event;
    const { source, externalId } = occurrence;
    const stored = { source, externalId, type, body, at };
    if (!(await advanceOrder(tx, outcome.value.order, stored, outcome.value.commands))) {
      throw new Conflict("the order has moved on");
    }
    await writeBeside(tx, parts.ledger, outcome.value, at);
    return ok({ order: outcome.value.order, duplicate: false });
  };
  return {
    applyIn,
    async apply(occurrence) {
      try {
        const applied = await transaction(parts.database, (tx) => applyIn(tx, occurrence), {
          constraint: RESERVE_SHORT,
          error: "reserve_insufficient",
        });
        if (applied.ok && !applied.value.duplicate) parts.notifier.orderChanged(occurrence.orderId);
        return applied;
      } catch (error) {
        // Another process took the same event in between: its work stands.
        if (sqlState(error) === "23505" && violatedConstraint(error)?.startsWith("order_events_")) {
          return transaction(parts.database, (tx) => applyIn(tx, occurrence));
        }
        throw error;
      }
    },
  };
}

/** What an event changes beside the order, its history and its work: reserve, ledger, legs. */
export async function writeBeside(
  tx: Tx,
  ledger: LedgerStore | null,
  effects: Effects,
  at: TimeMs,
): Promise<void> {
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
  await insertLegs(tx, effects.order, effects.plannedLegs, at);
  for (const leg of effects.closedLegs) await closeLeg(tx, leg);
}
