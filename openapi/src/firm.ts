import type { Order } from "./client";

/**
 * Whether the received amount that an order's page shows is certain: the exchange has taken place, or its rate is fixed and
 * no decision is open. An offer is at the rate of now, also where the order's own rate was fixed.
 */
export const isFirm = ({
  amounts,
  orderType,
  choices,
}: Pick<Order, "orderType" | "choices"> & { amounts: Pick<Order["amounts"], "basis"> }): boolean =>
  amounts.basis === "exchanged" || (orderType === "fixed" && choices.length === 0);
