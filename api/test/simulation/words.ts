import { unreachable } from "../../src/core/assert";
import { amountText } from "../../src/core/asset-amount";
import type { CreationEvent, OrderEventType } from "../../src/orders/machine/events";
import type { Scenario, Step } from "./scenarios";

/** What a customer orders, in words. */
export function wordsOfOrder(customer: Scenario & { receiveAddresses: readonly string[] }): string {
  const { kind, send, receive, units, orderType, mix, receiveAddresses } = customer;
  const what = mix === null ? "an exchange" : `a mix (${JSON.stringify(mix.settings)})`;
  return (
    `orders ${what} of ${amountText(send, units)} ${send} for ${receive} at a ${orderType} rate, to be paid to ` +
    `${receiveAddresses.join(" and ")}; refund address ${customer.refundAddress}; plan: ${kind}`
  );
}

/** What a customer does next, in words; null where it is reported in another place, or is only waiting. */
export function wordsOfStep(step: Step): string | null {
  switch (step.do) {
    case "pay":
    case "wait_for_expiry":
    case "wait_for_settlement":
      return null;
    case "replace":
      return "replaces the last payment by another one, which pays somebody else";
    case "drop":
      return "loses the last payment: nodes forget it";
    case "cancel":
      return "asks to cancel the order";
    case "give_refund_address":
      return "enters a refund address";
    case "revert_payouts":
      return "makes transfers to the recipient addresses fail";
    case "extend_delay":
      return `asks for a delay of ${step.minutes} minutes`;
    case "outlast_quote":
      return "sees no block take the payment until the fixed rate has expired";
    case "suffer_fall":
      return "sees the sent coin fall against the received one";
    case "enjoy_rise":
      return "sees the sent coin rise against the received one";
    default:
      return unreachable(step);
  }
}

/** What an order's event means, in words. */
export const EVENT_WORDS: Readonly<Record<CreationEvent["type"] | OrderEventType, string>> = {
  created: "creates the order",
  child_created: "opens a child order for a deposit that its parent cannot take",
  claimed: "creates an order for money that came to a forgotten order's address",
  deposit_seen: "sees a deposit",
  deposit_mined: "sees the deposit in a block",
  deposit_gone: "sees that the deposit is gone",
  deposit_final: "credits the deposit",
  deposit_screened: "has screened the deposit's source",
  deposit_aside: "its payment is too little for an order of its own, and is set aside",
  deposit_claimed: "books claimed money to the order",
  child_opened: "passes a deposit on to a child order",
  settle: "fixes the rate and plans the payout",
  offer_refreshed: "refreshes the figures of its question",
  decision: "takes a decision",
  refund_address: "stores a refund address",
  cancel: "cancels the order",
  plan_refund: "plans the refund",
  leg_sent: "sends a payment",
  leg_final: "counts a payment as final",
  leg_reverted: "sees that a payment failed on the chain",
  leg_dead: "has proof that a payment's transaction can never be mined, or replaces it",
  leg_above_cap: "holds back a payment whose network fee is above its cap",
  leg_cleared: "has proof that no earlier transaction of a payment can land",
  leg_replanned: "plans a payment again with a new fee cap",
  mix_round: "has finished or left out a round of the mix",
  mix_leg: "plans the next payment of the mix",
  mix_lost: "cannot read the plan of the mix, and asks an administrator",
  mix_delayed: "stores a longer delay",
  release: "carries out the administrator's release",
  refund_held: "carries out the administrator's refund",
  timer: "acts on a deadline that has passed",
};
