import type { Problem } from "../../core/errors";
import type { OrderId, TrackingCode } from "../../core/ids";
import { ok, type Result } from "../../core/result";
import type { Database } from "../../db/client";
import type { Order } from "../machine/order";
import { codesOf, entriesOfAccounts, eventsOf, orderAttempts } from "../store/admin-store";
import { loadOrderByCode } from "../store/code-store";
import { withOrder } from "./with-order";

type Parts = { database: Database };

/** An order with all that is kept of it. */
export type InspectedOrder = {
  order: Order;
  events: Awaited<ReturnType<typeof eventsOf>>;
  attempts: Awaited<ReturnType<typeof orderAttempts>>;
  entries: Awaited<ReturnType<typeof entriesOfAccounts>>;
};

/** All there is of an order; of a mix too what happened so far, and nothing of its sealed plan. Error: `order/unknown`. */
export const inspectOrder = ({ database }: Parts, id: OrderId): Promise<Result<InspectedOrder, Problem>> =>
  withOrder(database, id, async (order) => {
    const { book } = order.terms;
    const accounts = [`customer:${book}`, `payable:${book}`, ...order.legs.map((leg) => `payable:${leg.id}`)];
    const [events, attempts, entries] = await Promise.all([
      eventsOf(database, order.id),
      orderAttempts(database, order.id),
      entriesOfAccounts(database, accounts),
    ]);
    return ok({ order, events, attempts, entries });
  });

/** The id of the order that has this tracking code; undefined where none has. */
export const idOfTrackingCode = async (
  { database }: Parts,
  code: TrackingCode,
): Promise<OrderId | undefined> => (await loadOrderByCode(database, code))?.id;

/** The tracking codes of those of these orders that are not forgotten, by id. */
export const trackingCodesOf = (
  { database }: Parts,
  ids: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, TrackingCode>> => codesOf(database, ids);
