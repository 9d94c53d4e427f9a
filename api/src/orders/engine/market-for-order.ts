import { type OrderId, orderIdOf } from "../../core/ids";
import type { Clock } from "../../core/ports";
import type { Database } from "../../db/client";
import { type Market, type Moves, marketFor } from "../../market/market";
import type { PriceReader } from "../../market/price-reader";
import { movesOf, refundable } from "../machine/order";
import { loadOrder } from "../store/store";

/**
 * The market as one order's event needs it; null while the order, its prices or its network fees are unknown. `moves` is
 * what will be done on the networks where that is not what the order itself does.
 */
export type MarketForOrder = (orderId: OrderId, moves?: Moves) => Promise<Market | null>;

/** Returns a reader of the market for an order, from prices fresh enough to decide about money. */
export function createMarketForOrder(parts: {
  database: Database;
  prices: Pick<PriceReader, "fresh">;
  clock: Clock;
}): MarketForOrder {
  return async (orderId, moves) => {
    const order = await loadOrder(parts.database, orderIdOf(orderId));
    if (order === undefined) return null;
    const current = await parts.prices.fresh();
    const { sendAsset, receiveAsset } = order.terms;
    const { heldUnits } = order;
    const refundAsset = refundable(order).asset;
    const pair = { send: sendAsset, receive: receiveAsset };
    const asked = { ...pair, refundAsset, heldUnits, moves: moves ?? movesOf(order) };
    return marketFor(current, asked, parts.clock.now());
  };
}
