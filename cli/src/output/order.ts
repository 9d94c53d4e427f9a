import type { Order } from "@sotto/openapi";
import { ADDRESS_TYPE_NAMES } from "@sotto/openapi/address-types";
import { reasonOf } from "@sotto/openapi/order-reason";
import { unreachable } from "@sotto/openapi/unreachable";
import { styleOf } from "./colour";
import type { Pair } from "./table";

type Amounts = Order["amounts"];
type Figures = Amounts["ordered"];

/** What the customer needs to know about an order, one thing per line; where the id is not shown, only the code is. */
export const orderPairs = (order: Order): readonly Pair[] => [
  ["order", order.id === order.trackingCode ? null : `${order.id} (keep it secret: it controls the order)`],
  ["code", order.trackingCode],
  ["state", progressLine(order), styleOf(order.state)],
  ...amountPairs(order),
  ["at", order.amounts.current === null ? null : order.receiveAddress],
  ["refund to", order.refundAddress],
  ...instructionPairs(order),
  ...order.children.map((id): Pair => ["further order", `${id} (for money that came later)`]),
  ...order.deposits.map(
    (deposit): Pair => [
      deposit.setAside ? "not counted" : deposit.child === null ? "deposit" : "came later",
      `${deposit.amount} ${deposit.currency} in ${deposit.txHash}`,
    ],
  ),
  ...order.payouts.flatMap((payout): Pair[] => [
    [
      order.amounts.basis === "refunded" ? "returned" : "payout",
      `${payout.amount} ${payout.currency}${placeOf(order, payout)} in ${payout.txHash ?? "-"} (${payout.status})`,
    ],
    ["its key", payout.txKey ?? null],
  ]),
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

/** What was instructed for money that is not what was agreed. */
const instructionPairs = ({ mismatch: { less, more, late } }: Order): readonly Pair[] => [
  ["if less", less],
  ["if more", more],
  ["if late", late],
];

/** Where a part of a payout goes; the only part of one goes to the address shown. */
const placeOf = ({ payouts }: Order, { address }: Order["payouts"][number]): string =>
  payouts.length > 1 && address !== null ? ` to ${address}` : "";

/** The money of an order as it is in its present state: what was ordered, arrived, exchanged, paid or refunded. */
export function amountPairs(order: Order): readonly Pair[] {
  const { amounts } = order;
  switch (amounts.basis) {
    case "ordered":
      return [
        ["send", `${amounts.ordered.sendAmount} ${amounts.ordered.sendCurrency}`],
        ["to", order.depositAddress],
        ["its type", order.depositAddressType && ADDRESS_TYPE_NAMES[order.depositAddressType]],
        ["memo", order.memo],
        ["before", order.expiresAt],
        ...receiptPairs(order, amounts.current ?? amounts.ordered),
      ];
    case "arrived":
    case "exchanged":
      return [
        ...arrivalPairs(amounts),
        ...(amounts.current === null ? [] : receiptPairs(order, amounts.current)),
      ];
    case "refunded":
      return [...arrivalPairs(amounts), ...refundPairs(amounts)];
    case "none":
      return [["ordered", `${orderedText(amounts.ordered)}; nothing was paid`]];
    default:
      return unreachable(amounts.basis);
  }
}

const orderedText = ({ sendAmount, sendCurrency, receiveAmount, receiveCurrency }: Figures): string =>
  `${sendAmount} ${sendCurrency} for ${receiveAmount} ${receiveCurrency}`;

/** What arrived, beside what was ordered where that is something else. */
function arrivalPairs({ ordered, arrived, credited, recalculated }: Amounts): Pair[] {
  const isFinal = arrived !== null && credited?.amount === arrived.amount;
  return [
    [
      "ordered",
      recalculated === null && arrived?.amount === ordered.sendAmount ? null : orderedText(ordered),
    ],
    ["arrived", arrived && `${arrived.amount} ${arrived.currency}${isFinal ? "" : ", not final yet"}`],
    ["recalculated", recalculated && REASONS[recalculated]],
  ];
}

const REASONS: Readonly<Record<NonNullable<Amounts["recalculated"]>, string>> = {
  less: "less arrived than was ordered",
  more: "more arrived than was ordered",
  rate: "the rate has changed since the order",
  fee: "the network fee for what arrived differs from the order's",
};

/** How the received amount comes about, to the last digit. */
function receiptPairs(order: Order, figures: Figures): Pair[] {
  const { amounts, choices } = order;
  const { receiveCurrency: currency } = figures;
  const isPaid = amounts.paid !== null && amounts.paid.amount === figures.receiveAmount;
  const name = choices.length > 0 ? "on offer" : "receive";
  return [
    [isPaid ? "received" : name, `${order.amounts.firm ? "" : "about "}${figures.receiveAmount} ${currency}`],
    [
      "from",
      `${figures.sendAmount} ${figures.sendCurrency} at ${figures.exchangeRate} = ${figures.converted} ${currency}`,
    ],
    ["fee", `${figures.fee} ${currency} (${figures.feeRate}%)`],
    ["network fee", `${figures.networkFee} ${currency}`],
    [
      "paid so far",
      amounts.paid === null || isPaid ? null : `${amounts.paid.amount} ${amounts.paid.currency}`,
    ],
  ];
}

function refundPairs({ refunded }: Amounts): Pair[] {
  if (refunded === null) return [];
  const { amount, currency, networkFee, sent } = refunded;
  return [
    [sent ? "refunded" : "refund", `${amount} ${currency}, after a network fee of ${networkFee} ${currency}`],
  ];
}

/** What an order on hold waits for, and since when. */
function awaitsText({ what, since, refundAt }: NonNullable<Order["awaits"]>): string {
  const waitsFor = {
    refund: `its refund at ${refundAt ?? "its deadline"}`,
    refund_address: "a refund address: without one it is not refunded automatically",
    administrator: "an administrator",
  }[what];
  return `${waitsFor}; on hold since ${since}`;
}

/** The state, and why it waits where it does: `action_required: late`. */
export function stateText(order: Order): string {
  const reason = reasonOf(order);
  return reason === null ? order.state : `${order.state}: ${reason}`;
}

/** One line on how far an order is. */
export function progressLine(order: Order): string {
  if (order.state !== "confirming") return stateText(order);
  const { confirmations, confirmationsRequired: required } = order;
  return `confirming, ${Math.min(confirmations, required)} of ${required}`;
}
