import { type Problem, problem } from "../../core/errors";
import type { OrderId } from "../../core/ids";
import type { Clock } from "../../core/ports";
import { err, ok, type Result } from "../../core/result";
import type { Database } from "../../db/client";
import type { PriceReader } from "../../market/price-reader";
import type { Engine } from "../engine/apply";
import { createMarketForOrder } from "../engine/market-for-order";
import { offersNothing } from "../machine/offer";
import type { Order } from "../machine/order";
import type { OrderReads } from "../store/reads-store";
import { loadOrder } from "../store/store";

export type ReadParts = { database: Database; engine: Engine; clock: Clock; prices: PriceReader };

/** The order as it is now, an open question with figures that hold. Error: `order/unknown`. */
export async function readOrder(
  parts: ReadParts & { reads: OrderReads },
  id: OrderId,
): Promise<Result<Order, Problem>> {
  const order = await parts.reads.byId(id);
  return order === undefined ? err(problem("order/unknown")) : ok(await withFreshOffer(parts, order));
}

/**
 * The figures of an open question hold for a minute: who looks later gets new ones, under a new revision. Who was offered
 * nothing gets an offer as soon as one can be made.
 */
export async function withFreshOffer(parts: ReadParts, order: Order): Promise<Order> {
  if (order.phase.state !== "action_required") return order;
  const { offer } = order.phase;
  return parts.clock.now() < offer.validUntil && !offersNothing(offer) ? order : refreshOffer(parts, order);
}

/** The order with new figures for its open question, where the machine finds that the old ones no longer hold. */
export async function refreshOffer(parts: ReadParts, order: Order): Promise<Order> {
  if (order.phase.state !== "action_required") return order;
  const market = await createMarketForOrder(parts)(order.id);
  if (market === null) return order;
  const refreshed = await parts.engine.apply({
    orderId: order.id,
    source: "offer",
    externalId: `${order.id}:${order.revision + 1}`,
    event: { type: "offer_refreshed", at: parts.clock.now(), market },
  });
  return refreshed.ok ? refreshed.value.order : ((await loadOrder(parts.database, order.id)) ?? order);
}
