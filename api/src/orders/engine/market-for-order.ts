import { type OrderId, orderIdOf } from "../../core/ids";
import type { Clock } from "../../core/ports";
import type { Database } from "../../db/client";
import { type Market, marketFor } from "../../market/market";
import type { PriceReader } from "../../market/price-reader";
import { refundable } from "../machine/order";
import { loadOrder } from "../store/store";

/** The market as one order's event needs it; null while the order, its prices or its network fees are unknown. */
export type MarketForOrder = (orderId: OrderId) => Promise<Market | null>;

/** Returns a reader of the market for an order, from prices fresh enough to decide about money. */
export function createMarketForOrder(parts: {
  database: Database;
  prices: Pick<PriceReader, "fresh">;
  clock: Clock;
}): MarketForOrder {
  return async (orderId) => {
    const order = await loadOrder(parts.database, orderIdOf(orderId));
    if (order === undefined) return null;
    const current = await parts.prices.fresh();
    const { sendAsset, receiveAsset } = order.terms;
    const { heldUnits } = order;
    const refundAsset = refundable(order).asset;
    const market = { send: sendAsset, receive: receiveAsset, refundAsset, heldUnits };
    return marketFor(current, market, parts.clock.now());
  };
}
