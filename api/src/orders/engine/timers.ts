import type { OrderId } from "../../core/ids";
import type { Clock } from "../../core/ports";
import type { Database } from "../../db/client";
import type { Market } from "../../market/market";
import { nextTimerAt } from "../machine/on-customer";
import { dueOrders, loadOrder } from "../store/store";
import type { Engine } from "./apply";

const DUE_MAX = 200;

/** Applies the clock to every order whose time has come; true when there may be more. */
export async function runTimers(parts: {
  database: Database;
  engine: Engine;
  clock: Clock;
  marketFor(orderId: OrderId): Promise<Market | null>;
}): Promise<boolean> {
  const now = parts.clock.now();
  const ids = await dueOrders(parts.database, now, DUE_MAX);
  let moved = 0;
  for (const id of ids) {
    const order = await loadOrder(parts.database, id);
    const due = order === undefined ? null : nextTimerAt(order);
    if (order === undefined || due === null || due > now) continue;
    const market = order.phase.state === "waiting" ? null : await parts.marketFor(id);
    const event = { type: "timer" as const, at: now, market };
    const applied = await parts.engine.apply({
      orderId: id,
      source: "timer",
      externalId: `${id}:${due}:${order.version}`,
      event,
    });
    if (applied.ok) moved++;
  }
  return moved === DUE_MAX;
}
