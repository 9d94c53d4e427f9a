import type { Logger } from "pino";
import type { OrderId } from "../../core/ids";
import type { Clock, TimeMs } from "../../core/ports";
import type { Database } from "../../db/client";
import { failureFacts } from "../../db/failure";
import type { Market } from "../../market/market";
import { nextTimerAt } from "../machine/on-customer";
import { type DueOrder, dueOrders, loadOrder } from "../store/store";
import type { Engine } from "./apply";

const DUE_MAX = 200;
/** Pages that are looked through in one run for orders that can be moved on. */
const PAGES_MAX = 50;

type TimerParts = {
  database: Database;
  engine: Engine;
  clock: Clock;
  log: Logger;
  marketFor(orderId: OrderId): Promise<Market | null>;
};

/**
 * Applies the clock to every order whose time has come; true when there may be more. An order that fails does not keep the
 * clock from the others: it is logged, and tried again in the next run.
 */
export async function runTimers(parts: TimerParts): Promise<boolean> {
  const now = parts.clock.now();
  let after: DueOrder | null = null;
  let moved = 0;
  let failed = 0;
  let firstFailure: unknown;
  for (let page = 0; page < PAGES_MAX && moved < DUE_MAX; page++) {
    const due: DueOrder[] = await dueOrders(parts.database, now, { after, limit: DUE_MAX });
    for (const { id } of due) {
      try {
        if (await applyTimer(parts, id, now)) moved++;
      } catch (error) {
        firstFailure ??= error;
        failed++;
      }
    }
    after = due.at(-1) ?? null;
    if (due.length < DUE_MAX) break;
  }
  if (failed > 0)
    parts.log.error({ orders: failed, ...failureFacts(firstFailure) }, "the timers of some orders failed");
  return moved >= DUE_MAX;
}

async function applyTimer(parts: TimerParts, id: OrderId, now: TimeMs): Promise<boolean> {
  const order = await loadOrder(parts.database, id);
  const due = order === undefined ? null : nextTimerAt(order);
  if (order === undefined || due === null || due > now) return false;
  const market = order.phase.state === "waiting" ? null : await parts.marketFor(id);
  const event = { type: "timer" as const, at: now, market };
  const applied = await parts.engine.apply({
    orderId: id,
    source: "timer",
    externalId: `${id}:${due}:${order.version}`,
    event,
  });
  return applied.ok;
}
