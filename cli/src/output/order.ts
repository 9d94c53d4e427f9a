import type { Order } from "@sotto/openapi";
import { styleOf } from "./colour";
import type { Pair } from "./table";

/** What the customer needs to know about an order, one thing per line; where the id is not shown, only the code is. */
export const orderPairs = (order: Order): readonly Pair[] => [
  ["order", order.id === order.trackingCode ? null : `${order.id} (keep it secret: it steers the order)`],
  ["code", order.trackingCode],
  ["state", progressLine(order), styleOf(order.state)],
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
  ...order.deposits.map(
    (deposit): Pair => ["deposit", `${deposit.amount} ${deposit.currency} in ${deposit.txHash}`],
  ),
  ...order.payouts.map(
    (payout): Pair => [
      "payout",
      `${payout.amount} ${payout.currency} in ${payout.txHash ?? "-"} (${payout.status})`,
    ],
  ),
  ...order.choices.map(
    (choice): Pair => [
      "may choose",
      `${choice.choice}: ${choice.sendsAmount} ${choice.currency} would arrive`,
    ],
  ),
  [
    "until",
    order.deadline === null
      ? null
      : `${order.deadline}${order.defaultChoice === null ? "" : `, then: ${order.defaultChoice}`}`,
  ],
  ["awaits", order.awaits === null ? null : awaitsText(order.awaits)],
  ["ended", order.completedAt],
];

/** What an order on hold waits for, and since when. */
function awaitsText({ what, since, refundAt }: NonNullable<Order["awaits"]>): string {
  const waitsFor = {
    refund: `its refund at ${refundAt ?? "its deadline"}`,
    refund_address: "a refund address: without one it is not refunded by itself",
    administrator: "an administrator",
  }[what];
  return `${waitsFor}; on hold since ${since}`;
}

/** One line on how far an order is. */
export function progressLine(order: Order): string {
  if (order.state !== "confirming")
    return order.reason === null ? order.state : `${order.state}: ${order.reason}`;
  return `confirming, ${order.confirmations} of ${order.confirmationsRequired}`;
}
