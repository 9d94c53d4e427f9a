import { type OrderId, orderIdOf } from "../../core/ids";
import type { Clock } from "../../core/ports";
import type { Database } from "../../db/client";
import { type Market, type Moves, marketFor } from "../../market/market";
import type { PriceReader } from "../../market/price-reader";
import type { PayeeFee } from "../../payouts/payee-fee";
import { creditedUnits, movesOf, type Order, refundable } from "../machine/order";
import { loadOrder } from "../store/store";

/**
 * The market as one order's event needs it; null while the order, its prices or its network fees are unknown. `moves` is
 * what will be done on the networks where that is not what the order itself does, and `as` what the order will be. With `payee`, the node is asked what the
 * recipient of the payout or of the refund costs: only where that is about to be paid.
 */
export type MarketForOrder = (
  orderId: OrderId,
  given?: { moves?: Moves; payee?: "payout" | "refund"; as?: (order: Order) => Order },
) => Promise<Market | null>;

/**
 * Returns a reader of the market for an order, from prices fresh enough to decide about money. Without `payeeFee`, in the
 * public process, recipients are taken to cost what others do.
 */
export function createMarketForOrder(parts: {
  database: Database;
  prices: Pick<PriceReader, "fresh">;
  clock: Clock;
  payeeFee?: PayeeFee;
}): MarketForOrder {
  return async (orderId, { moves, payee, as = (order: Order) => order } = {}) => {
    const loaded = await loadOrder(parts.database, orderIdOf(orderId));
    if (loaded === undefined) return null;
    const order = as(loaded);
    const payeeUnits = payee === undefined ? null : await askNode(order, payee, parts.payeeFee);
    const current = await parts.prices.fresh();
    const { sendAsset, receiveAsset } = order.terms;
    const asked = {
      send: sendAsset,
      receive: receiveAsset,
      sendUnits: creditedUnits(order),
      refund: refundable(order),
      heldUnits: order.heldUnits,
      moves: moves ?? movesOf(order),
      payoutPayeeUnits: payee === "payout" ? payeeUnits : null,
      refundPayeeUnits: payee === "refund" ? payeeUnits : null,
    };
    return marketFor(current, asked, parts.clock.now());
  };
}

/** A mix's recipients are never asked for: the node would learn all of them at once, before they are paid. */
async function askNode(
  order: Order,
  payee: "payout" | "refund",
  payeeFee: PayeeFee | undefined,
): Promise<bigint | null> {
  const { payout, receiveAsset, mixer } = order.terms;
  const to = payee === "refund" ? order.refundAddress : payout.kind === "to" ? payout.address : null;
  if (payeeFee === undefined || mixer !== undefined || to === null) return null;
  const asset = payee === "refund" ? refundable(order).asset : receiveAsset;
  return payeeFee({ asset, to, overTor: false, stream: order.id });
}
