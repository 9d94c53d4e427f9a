import type { Track } from "@sotto/openapi";

/** The texts of the bot in English: the shape that every other language follows. */
export const en = {
  start: (url: string) =>
    `Sotto swaps coins without an account.\n\nOrders are made on the web for now: ${url}\n\n/track CODE shows how far an order is.`,
  help: "/track 123456789 shows an order by its 9-digit code.\n/start says what this is.",
  trackUsage: "Send /track and the 9-digit code of your order, such as /track 123456789.",
  track: (order: Track) =>
    `Order ${order.id}: ${en.states[order.state]}${
      order.sendAmount === null
        ? ""
        : `\nabout ${order.sendAmount} ${order.sendCurrency} → about ${order.receiveAmount} ${order.receiveCurrency}`
    }`,
  unavailable: "The service does not answer just now. Please try again in a minute.",
  failed: "Something went wrong here. Please try again.",
  unknown: "I do not know this one. /help shows what I can do.",
  states: {
    waiting: "waiting for the deposit",
    confirming: "the deposit is being confirmed",
    screening: "the deposit is being checked",
    exchanging: "exchanging",
    mixing: "mixing",
    sending: "sending",
    completed: "completed",
    action_required: "needs a decision on its page",
    hold: "held for a check",
    refunding: "being refunded",
    refunded: "refunded",
    expired: "expired",
    cancelled: "cancelled",
    failed: "failed",
  } satisfies Record<Track["state"], string>,
};

export type Texts = Omit<typeof en, "states"> & { states: Record<Track["state"], string> };
