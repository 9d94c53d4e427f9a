import type { Order } from "../../lib/api";

/** What the chain shows of a payment: nothing yet, a payment that still gathers confirmations, or one that counts. */
export type ChainStatus = "waiting" | "detected" | "confirmed";

/** Whether the order is paid in USDT on TRON, whose page also checks a payment by its transaction hash. */
export function isTronUsdt(order: Pick<Order, "sendCurrency">): boolean {
  return order.sendCurrency === "USDT-TRC20";
}

/** Reads the chain's status from an order. */
export function chainStatus(
  order: Pick<Order, "state" | "deposits" | "confirmations" | "confirmationsRequired">,
): ChainStatus {
  if (order.deposits.every(({ setAside }) => setAside)) return "waiting";
  const isOpen = order.state === "waiting" || order.state === "confirming" || order.state === "expired";
  return isOpen && order.confirmations < order.confirmationsRequired ? "detected" : "confirmed";
}

/** Compares two transaction hashes as people paste them: whatever the case, with or without 0x. */
export function isSameHash(one: string, other: string): boolean {
  const bare = (hash: string) => hash.trim().toLowerCase().replace(/^0x/, "");
  return bare(one) === bare(other);
}
