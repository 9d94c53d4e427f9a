import type { TimeMs } from "../core/ports";
import type { Result } from "../core/result";
import { ok } from "../core/result";
import type { Database, Tx } from "../db/client";
import type { Notifier } from "../db/notifications";
import { Conflict, sqlState, transaction, violatedConstraint } from "../db/transaction";
import type { LedgerStore } from "../ledger/store";
import type { Effects, OrderEvent, TransitionError } from "./events";
import type { Order, OrderId } from "./order";
import {
  changeReserves,
  closeLeg,
  eventKnown,
  insertCommands,
  insertEvent,
  insertLegs,
  loadOrder,
  updateOrder,
} from "./store";
import { transition } from "./transition";

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
 * The imperative shell round `transition` (design 2). In the http role there is no ledger: the events that it may
 * apply book nothing, and the database would refuse it.
 */
export function createEngine(parts: {
  database: Database;
  ledger: LedgerStore | null;
  notifier: Notifier;
}): Engine {
  const applyIn: Engine["applyIn"] = async (tx, occurrence) => {
    const { orderId, event } = occurrence;
    const order = await loadOrder(tx, orderId);
    if (order === undefined) return { ok: false, error: "order_unknown" };
    if (await eventKnown(tx, occurrence)) return ok({ order, duplicate: true });
    const outcome = transition(order, event);
    if (!outcome.ok) return outcome;
    await occurrence.also?.(tx, outcome.value);
    await write(tx, parts.ledger, outcome.value, event.at);
    const { at, type, ...body } = event;
    await insertEvent(tx, outcome.value.order, { ...occurrence, type, body: body, at });
    return ok({ order: outcome.value.order, duplicate: false });
  };
  return {
    applyIn,
    async apply(occurrence) {
      try {
        const applied = await transaction(parts.database, (tx) => applyIn(tx, occurrence));
        if (applied.ok && !applied.value.duplicate) parts.notifier.orderChanged(occurrence.orderId);
        return applied;
      } catch (error) {
        if (isReserveShort(error)) return { ok: false, error: "reserve_insufficient" };
        // Another process took the same event in between: its work stands.
        if (sqlState(error) === "23505" && violatedConstraint(error)?.startsWith("order_events_")) {
          return transaction(parts.database, (tx) => applyIn(tx, occurrence));
        }
        throw error;
      }
    },
  };
}

/** Whether the database refused because the reserve cannot carry it. */
export const isReserveShort = (error: unknown): boolean =>
  violatedConstraint(error) === "reserves_insufficient";

/** Writes everything that an event changes; the order first, under its version. */
export async function write(tx: Tx, ledger: LedgerStore | null, effects: Effects, at: TimeMs): Promise<void> {
  if (!(await updateOrder(tx, effects.order, at))) throw new Conflict("the order has moved on");
  await writeBeside(tx, ledger, effects, at);
}

/** Everything but the order's own row. */
export async function writeBeside(
  tx: Tx,
  ledger: LedgerStore | null,
  effects: Effects,
  at: TimeMs,
): Promise<void> {
  await changeReserves(tx, effects.reserve);
  for (const booking of effects.ledger) {
    if (ledger === null) throw new Error("this role books nothing");
    if ((await ledger.append(tx, booking, at)) === "booked_before")
      throw new Error(`booked before: ${booking.kind}`);
  }
  await insertLegs(tx, effects.order, effects.plannedLegs, at);
  for (const leg of effects.closedLegs) await closeLeg(tx, leg);
  await insertCommands(tx, effects.order, effects.commands, at);
}
