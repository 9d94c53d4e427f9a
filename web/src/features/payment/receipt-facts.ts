import type { Figures, Order } from "../../lib/api";
import { arrivedShare } from "./level";

/** Which receipt is true of an order now. */
export type ReceiptFacts =
  | { kind: "none" }
  | { kind: "exchange"; figures: Figures; isSettled: boolean }
  /** In the sent currency; the figures of an exchange are not known yet. */
  | { kind: "difference"; arrived: string }
  | { kind: "refund"; refunded: NonNullable<Order["amounts"]["refunded"]> };

/** Whether an offer is made at a fixed order's own rate: who paid in time gets no better one, also where it is not fixed any more. */
export const isOwnRate = ({ orderType, amounts: { current, ordered } }: Order): boolean =>
  orderType === "fixed" && current?.exchangeRate === ordered.exchangeRate;

/** Chooses the receipt by what the service says holds now. */
export function receiptFacts(order: Order): ReceiptFacts {
  const { basis, current, arrived, refunded } = order.amounts;
  if (basis === "none") return { kind: "none" };
  if (basis === "refunded") return refunded === null ? { kind: "none" } : { kind: "refund", refunded };
  const differs = arrived !== null && arrivedShare(order) !== null;
  const isAsked = order.state === "action_required";
  if (differs && basis === "arrived" && (isAsked || current === null))
    return { kind: "difference", arrived: arrived.amount };
  // A review may end in a refund: until then nothing is promised.
  return current === null || order.state === "hold"
    ? { kind: "none" }
    : { kind: "exchange", figures: current, isSettled: basis === "exchanged" };
}
