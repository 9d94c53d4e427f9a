import { type Problem, problem } from "../../core/errors";
import type { TrackingCode } from "../../core/ids";
import { err, ok, type Result } from "../../core/result";
import type { Database } from "../../db/client";
import type { Order } from "../machine/order";
import { loadOrderByCode } from "../store/code-store";
import type { OrderReads } from "../store/reads-store";

/**
 * The order of a tracking code; with a tail, only where an address that it pays to ends with these four characters, in
 * lower case. Error: `track/unknown`, also for one that was forgotten and for a wrong tail.
 */
export async function trackOrder(
  { database, reads }: { database: Database; reads: OrderReads },
  { code, tail }: { code: TrackingCode; tail?: string | undefined },
): Promise<Result<Order, Problem>> {
  const order = await (tail === undefined ? reads.byCode(code) : loadOrderByCode(database, code, tail));
  return order === undefined ? err(problem("track/unknown")) : ok(order);
}
