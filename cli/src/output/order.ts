import type { Order } from "@sotto/openapi";
import { pairLines } from "./table";

/** An order as the commands use it; the mixer's fields come with the mixer. */
export type SeenOrder = Omit<Order, "privacySettings" | "feeBreakdown" | "mixing" | "guarantee">;

/** What whoever pays needs to know of an order, one thing a line. */
export const orderLines = (order: SeenOrder): string[] =>
  pairLines([
    ["order", `${order.id} (keep it secret: it steers the order)`],
    ["code", order.trackingCode],
    ["state", order.state],
    ["send", `${order.sendAmount} ${order.sendCurrency}`],
    ["to", order.depositAddress],
    ["memo", order.memo],
    ["before", order.expiresAt],
    [
      "receive",
      `${order.orderType === "fixed" ? "" : "about "}${order.receiveAmount} ${order.receiveCurrency}`,
    ],
    ["at", order.receiveAddress],
    ["refund to", order.refundAddress],
    ["fee", `${order.fee} ${order.sendCurrency} (${order.feeRate} %)`],
    ["network fee", `${order.networkFee} ${order.receiveCurrency}`],
  ]);

/** One line on how far an order is. */
export function progressLine(order: SeenOrder): string {
  if (order.state !== "confirming")
    return order.reason === null ? order.state : `${order.state}: ${order.reason}`;
  return `confirming, ${order.confirmations} of ${order.confirmationsRequired}`;
}
