import { orderIdOf } from "../../core/ids";
import type { Clock } from "../../core/ports";
import type { Database } from "../../db/client";
import type { BoardReader } from "../../market/board";
import { type Market, marketFor } from "../../market/market";
import { refundable } from "../machine/order";
import { loadOrder } from "../store/store";

/** The market as one order's event needs it; null while the order, its prices or its network fees are unknown. */
export type MarketForOrder = (orderId: string) => Promise<Market | null>;

/** Returns a reader of the market for an order, from prices fresh enough to decide about money. */
export function createMarketForOrder(parts: {
  database: Database;
  board: Pick<BoardReader, "fresh">;
  clock: Clock;
}): MarketForOrder {
  return async (orderId) => {
    const order = await loadOrder(parts.database, orderIdOf(orderId));
    if (order === undefined) return null;
    const board = await parts.board.fresh();
    const { sendAsset, receiveAsset } = order.terms;
    const { heldUnits } = order;
    const refundAsset = refundable(order).asset;
    const market = { send: sendAsset, receive: receiveAsset, refundAsset, heldUnits };
    return marketFor(board, market, parts.clock.now());
  };
}
