import { assert } from "../../core/assert";
import type { OrderId } from "../../core/ids";
import { err, ok, type Result } from "../../core/result";
import type { Database, Tx } from "../../db/client";
import type { Notifier } from "../../db/notifications";
import { sqlState, transaction, violatedConstraint } from "../../db/transaction";
import type { LedgerStore } from "../../ledger/store";
import { applyEvent, type Machine } from "../../payouts/apply-event";
import type { MoneyEffects } from "../../payouts/money-store";
import type { Grounds } from "../../payouts/settlement-store";
import { RESERVE_SHORT } from "../../reserves/store";
import type { Effects, OrderEvent, PlannedLeg, TransitionError } from "../machine/events";
import { type Order, refundable } from "../machine/order";
import { transition } from "../machine/transition";
import { advanceOrders, loadForEvent, moveOf } from "../store/store";

export type ApplyFailure = TransitionError | "order_unknown" | "reserve_insufficient";

/**
 * One thing that happened, under its unique key. In the same transaction, `refuses` may find the reserve short of what the
 * event would promise, and then nothing is written; `also` runs before the order's own writes.
 */
export type Occurrence = {
  orderId: OrderId;
  source: string;
  externalId: string;
  event: OrderEvent;
  refuses?: (tx: Tx, effects: Effects) => Promise<"reserve_insufficient" | null>;
  also?: (tx: Tx, effects: Effects) => Promise<void>;
};

export type Applied = { order: Order; duplicate: boolean };

export type Engine = {
  /** Takes one event in: inbox, transition, order, ledger, reserve, legs and outbox in ONE transaction. */
  apply(occurrence: Occurrence): Promise<Result<Applied, ApplyFailure>>;
  /** The same inside a transaction of the caller's, who notifies after the commit. */
  applyIn(tx: Tx, occurrence: Occurrence): Promise<Result<Applied, ApplyFailure>>;
};

const machine: Machine<Order, Occurrence, Effects, TransitionError> = {
  load: async (tx, occurrence) => {
    const found = await loadForEvent(tx, occurrence.orderId, occurrence);
    return found && { subject: found.order, isKnown: found.isKnown };
  },
  transition: (order, { event }) => transition(order, event),
  advance: async (tx, effects, { source, externalId, event }, money) => {
    const { at, type, ...body } = event;
    const stored = { source, externalId, type, body, at };
    return (await advanceOrders(tx, [moveOf(effects, stored, money)])).has(effects.order.id);
  },
  subjectOf: ({ order }) => order,
  moneyOf: moneyOfOrder,
  atOf: ({ event }) => event.at,
};

/** What an order's event sets aside, books and plans to pay; each leg with its number among all legs of the order. */
export function moneyOfOrder({
  order,
  reserve,
  ledger,
  plannedLegs,
  closedLegs,
  recappedLegs,
}: Effects): MoneyEffects {
  const legs = plannedLegs.map((leg) => ({
    ...leg,
    owner: { orderId: order.id },
    legNo: order.legs.findIndex((known) => known.id === leg.id) + 1,
    grounds: groundsOf(order, leg),
  }));
  return { reserve, ledger, legs, closedLegs, recappedLegs };
}

/** What a leg is paid for: what was credited, at which rate, and less which network fee. */
function groundsOf(order: Order, leg: PlannedLeg): Grounds {
  if (leg.kind === "refund") {
    const { units: creditedUnits } = refundable(order);
    return { creditedUnits, networkFeeUnits: creditedUnits - leg.units, rate: null };
  }
  const { settlement } = order;
  assert(settlement !== null, "a payout leg without a settlement", { legId: leg.id });
  const { creditedUnits, networkFeeUnits, rate } = settlement;
  return { creditedUnits, networkFeeUnits, rate };
}

/**
 * The shell round `transition`, with a transaction of its own and the notifications after it. In the http role there is
 * no ledger: the events that it may apply book nothing.
 */
export function createEngine(parts: {
  database: Database;
  ledger: LedgerStore | null;
  notifier: Notifier;
}): Engine {
  const applyIn: Engine["applyIn"] = async (tx, occurrence) => {
    const applied = await applyEvent(tx, machine, parts.ledger, occurrence);
    if (applied.ok) return ok({ order: applied.value.subject, duplicate: applied.value.duplicate });
    return err(applied.error === "unknown" ? "order_unknown" : applied.error);
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
        // Another process took the same event in between: its work is kept.
        if (sqlState(error) === "23505" && violatedConstraint(error)?.startsWith("order_events_")) {
          return transaction(parts.database, (tx) => applyIn(tx, occurrence));
        }
        throw error;
      }
    },
  };
}
