import { type Problem, problem } from "../../core/errors";
import type { OrderId } from "../../core/ids";
import { err, type Result } from "../../core/result";
import type { Database } from "../../db/client";
import type { Order } from "../machine/order";
import { loadOrder } from "../store/store";

/** Looks an order up and does something with it. Error: `order/unknown`, also for one that was forgotten. */
export async function withOrder<Value>(
  database: Database,
  id: OrderId,
  then: (order: Order) => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem>> {
  const order = await loadOrder(database, id);
  return order === undefined ? err(problem("order/unknown")) : then(order);
}
