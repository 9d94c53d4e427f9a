import { assert } from "../../core/assert";
import { gatherOrEach } from "../../core/gather";
import type { DepositId, OrderId } from "../../core/ids";
import { err, ok, type Result } from "../../core/result";
import type { Database, Tx } from "../../db/client";
import type { Notifier } from "../../db/notifications";
import { Conflict, isKeyTaken, transaction, violatedConstraint } from "../../db/transaction";
import { disownDeposit } from "../../deposits/store";
import type { LedgerStore } from "../../ledger/store";
import { applyEvent, applyEvents, type EventOutcome, type Machine } from "../../payouts/apply-event";
import type { MoneyEffects } from "../../payouts/money-store";
import type { Grounds } from "../../payouts/settlement-store";
import { RESERVE_SHORT } from "../../reserves/store";
import type { Effects, OrderEvent, PlannedLeg, TransitionError } from "../machine/events";
import { type Order, refundable } from "../machine/order";
import { transition } from "../machine/transition";
import { advanceOrders, loadForEvents, moveOf } from "../store/store";
import { refuseUncovered } from "./cover";

export type ApplyFailure = TransitionError | "order_unknown" | "reserve_insufficient";

/**
 * One thing that happened, under its unique key. What one that is `covered` promises must be free in the reserve when it is
 * written, or nothing of it is; `also` runs in the same transaction, before the order's own writes.
 */
export type Occurrence = {
  orderId: OrderId;
  source: string;
  externalId: string;
  event: OrderEvent;
  covered?: true;
  also?: (tx: Tx, effects: Effects) => Promise<void>;
};

export type Applied = { order: Order; duplicate: boolean };
type Outcome = Result<Applied, ApplyFailure>;

export type Engine = {
  /**
   * Takes one event in: inbox, transition, order, ledger, reserve, legs and outbox in ONE transaction, which it may share
   * with events of other orders that come at the same time.
   */
  apply(occurrence: Occurrence): Promise<Outcome>;
  /** The same inside a transaction of the caller's, who notifies after the commit. */
  applyIn(tx: Tx, occurrence: Occurrence): Promise<Outcome>;
};

const machine: Machine<Order, Occurrence, Effects, Failure> = {
  load: loadForEvents,
  transition: (order, { event }) => transition(order, event),
  refuse: refuseUncovered,
  alsoOf: ({ also }) => also,
  advance: async (tx, changes) => {
    const moves = changes.map(({ effects, occurrence, money }) => {
      const { source, externalId } = occurrence;
      const { at, type, ...body } = occurrence.event;
      return moveOf(effects, { source, externalId, type, body, at }, money);
    });
    const moved = await advanceOrders(tx, moves);
    for (const { effects } of changes)
      if (moved.has(effects.order.id)) await disownAll(tx, effects.asideDeposits);
    return moves.map(({ id }) => moved.has(id));
  },
  subjectOf: ({ order }) => order,
  moneyOf: moneyOfOrder,
  atOf: ({ event }) => event.at,
};

async function disownAll(tx: Tx, ids: readonly DepositId[]): Promise<void> {
  for (const id of ids) if (!(await disownDeposit(tx, id))) throw new Conflict("the deposit has moved on");
}

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

/** Events that are written at once: more make a transaction longer, and hardly cheaper for each. */
const EVENTS_MAX = 64;
/** One transaction is prepared while another is being written. */
const TRANSACTIONS_MAX = 2;

type EngineParts = { database: Database; ledger: LedgerStore | null; notifier: Notifier };

/**
 * The shell round `transition`, with a transaction of its own and the notifications after it. In the http role there is
 * no ledger: the events that it may apply book nothing.
 */
export function createEngine(parts: EngineParts): Engine {
  const applyGathered = gatherOrEach<Occurrence, Outcome>(
    {
      allAtOnce: (occurrences) => applyTogether(parts, occurrences),
      one: (occurrence) => applyAlone(parts, occurrence),
    },
    { itemsMax: EVENTS_MAX, groupsMax: TRANSACTIONS_MAX, keyOf: ({ orderId }) => orderId },
  );
  return {
    applyIn: (tx, occurrence) => applyIn(tx, parts, occurrence),
    async apply(occurrence) {
      const applied = await applyGathered(occurrence);
      // A duplicate too: an earlier try may have written it without an answer, where the connection was lost in the commit.
      if (applied.ok) parts.notifier.orderChanged(occurrence.orderId);
      return applied;
    },
  };
}

async function applyIn(tx: Tx, parts: EngineParts, occurrence: Occurrence): Promise<Outcome> {
  return outcomeOf(await applyEvent(tx, machine, parts.ledger, occurrence));
}

type Failure = Exclude<ApplyFailure, "order_unknown">;

const outcomeOf = (applied: EventOutcome<Order, Failure>): Outcome => {
  if (applied.ok) return ok({ order: applied.value.subject, duplicate: applied.value.duplicate });
  return err(applied.error === "unknown" ? "order_unknown" : applied.error);
};

/** Applies events of different orders in one transaction; null for an order that has moved on. */
const applyTogether = async (
  { database, ledger }: EngineParts,
  occurrences: readonly Occurrence[],
): Promise<(Outcome | null)[]> => {
  const applied = await transaction(database, (tx) => applyEvents(tx, machine, ledger, occurrences));
  return applied.map((outcome) => outcome && outcomeOf(outcome));
};

async function applyAlone(parts: EngineParts, occurrence: Occurrence): Promise<Outcome> {
  const { database } = parts;
  try {
    return await transaction(database, (tx) => applyIn(tx, parts, occurrence), {
      constraint: RESERVE_SHORT,
      error: "reserve_insufficient",
    });
  } catch (error) {
    // Another process took the same event in between: its work is kept.
    if (isKeyTaken(error) && violatedConstraint(error)?.startsWith("order_events_"))
      return transaction(database, (tx) => applyIn(tx, parts, occurrence));
    throw error;
  }
}
