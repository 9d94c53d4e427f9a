import type { Order, OrderReason } from "./client";

/**
 * Why an order waits or is held, by the name of the text that says it. Money that came after a cancellation is `late` to
 * the service, but its customer did not miss a time.
 */
export const reasonOf = ({
  reason,
  closedAs,
}: Pick<Order, "reason" | "closedAs">): OrderReason | "after_cancel" | null =>
  reason === "late" && closedAs === "cancelled" ? "after_cancel" : reason;
