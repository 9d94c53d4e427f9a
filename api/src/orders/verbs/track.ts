import { type Problem, problem } from "../../core/errors";
import type { TrackingCode } from "../../core/ids";
import { err, ok, type Result } from "../../core/result";
import type { Database } from "../../db/client";
import type { Order } from "../machine/order";
import { loadOrderByCode } from "../store/store";

/** The order of a tracking code. Error: `track/unknown`, also for one that was forgotten. */
export async function trackOrder(
  { database }: { database: Database },
  trackingCode: TrackingCode,
): Promise<Result<Order, Problem>> {
  const order = await loadOrderByCode(database, trackingCode);
  return order === undefined ? err(problem("track/unknown")) : ok(order);
}
