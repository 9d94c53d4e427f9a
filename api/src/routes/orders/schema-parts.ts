import { z } from "@hono/zod-openapi";
import { ADDRESS_TYPES } from "../../core/address-types";
import { ORDER_STATES } from "../../orders/machine/order";
import { ORDER_STATUSES } from "../../orders/machine/status";

/** Parts that several schemas of orders share. */
export const instructions = z.array(z.string()).openapi({
  description:
    "How to pay, in the language of Accept-Language (one of six; else English). Empty once the order waits for no payment.",
  example: ["Send exactly 0.05 BTC."],
});
export const state = z
  .enum(ORDER_STATES)
  .openapi({ description: "The fine state; `status` is derived from it." });
export const status = z.enum(ORDER_STATUSES).openapi({
  description:
    "The coarse state: `pending` while it waits for its payment or for confirmations; `failed` where the coins went back or the order could not be completed; `expired` also where it was cancelled; `processing` in between, also while it waits for a decision or is on hold.",
});
export const addressType = z.enum(ADDRESS_TYPES).nullable().openapi({
  description:
    "Type of the deposit address, where the currency has several (`depositAddressTypes`); else null.",
  example: "taproot",
});
export const mismatchChoice = z.enum(["exchange", "refund"]);
