import type { Language } from "../languages";

export type RateType = "floating" | "fixed";

/** The questions of an exchange, in their order; which of them are asked depends on the draft. */
export const STEPS = [
  "type",
  "send",
  "receive",
  "amount",
  "address",
  "memo",
  "refund",
  "warnings",
  "summary",
] as const;
/** A question of the flow; `mix` is asked only by a button of the summary. */
export type Step = (typeof STEPS)[number] | "mix";

/** The mixing levels, as the API's presets. */
export const MIX_LEVELS = ["basic", "enhanced", "maximum"] as const;
export type MixLevel = (typeof MIX_LEVELS)[number];

/** The calculation that the user saw. It is sent with the order, so that the order is not worse. */
export type SeenQuote = {
  /** Quotes of earlier versions do not have it: there it is the draft's amount. */
  sendAmount?: string;
  receiveAmount: string;
  exchangeRate: string;
  fee: string;
  feeRate: string;
  networkFee: string;
  estimatedTimeS: number;
  quoteId: string | null;
  expiresAt: string | null;
};

/** An exchange that is not ordered yet. */
export type Draft = {
  step: Step;
  /** Identifies the buttons last shown: older and forged buttons do nothing. */
  nonce: string;
  /** The one message that shows the draft; null before it is sent. */
  messageId: number | null;
  page: number;
  type: RateType | null;
  send: string | null;
  receive: string | null;
  needsMemo: boolean;
  amount: string | null;
  /** Which side the amount is of; drafts of earlier versions do not have it: what is sent. */
  side?: "send" | "receive";
  /** Drafts of earlier versions do not have it: no mixing. */
  mix?: MixLevel | null;
  address: string | null;
  memo: string | null;
  /** Null: not asked yet. */
  refund: { address: string | null } | null;
  quote: SeenQuote | null;
  /** The Idempotency-Key of the order that the summary offers; kept here before it is used. */
  key: string | null;
};

/** What has to be sent for a draft; empty before there is an amount. */
export const sendAmountOf = ({ amount, quote }: Draft): string => quote?.sendAmount ?? amount ?? "";

/** The refund address that a decision waits for, and the message that asks for it. */
export type RefundQuestion = { order: string; revision: number; messageId?: number };

/** The tracking code for which the last characters of an address were asked; null: the code itself was. */
export type TrackQuestion = { code: string | null };

/** What a chat shows of an order that it follows. */
export type OrderMessages = {
  /** The order's own message: how to pay, later its state. Null where there is none. */
  card: number | null;
  /** The QR picture; null once it is deleted. */
  picture: number | null;
  /** What the chat was last notified of. */
  mark: string;
  /** The message that said so; null before the first. */
  latest: number | null;
};

/** Of an order that has only been placed. A chat sees that by itself, so it is not notified. */
export const NO_MESSAGES: OrderMessages = { card: null, picture: null, mark: "waiting", latest: null };

/** All that is kept of a chat, under its id. */
export type Session = {
  /** Null before the first update. */
  language: Language | null;
  accepted: boolean;
  draft: Draft | null;
  refundQuestion: RefundQuestion | null;
  /** Open until the chat's next update. Sessions of earlier versions do not have it. */
  trackQuestion?: TrackQuestion | null;
  orders: string[];
  /** By order. Sessions of earlier versions do not have it. */
  messages?: Record<string, OrderMessages>;
  updates: number[];
};

/** Open orders of one chat; at this limit it cannot make another. */
export const ORDERS_MAX = 20;
/** Orders that one chat follows at a time, including further orders and those that ended unpaid. */
export const FOLLOWED_MAX = 40;
/** Handled updates that are remembered, so that an update delivered twice is handled once. */
export const UPDATES_MAX = 20;

const DAY_MS = 86_400_000;

/** How long a session is kept after its last change: longer while it has open orders. */
export const lifetimeMsOf = (session: Session): number =>
  session.orders.length > 0 ? 180 * DAY_MS : 30 * DAY_MS;

export const newSession = (): Session => ({
  language: null,
  accepted: false,
  draft: null,
  refundQuestion: null,
  trackQuestion: null,
  orders: [],
  messages: {},
  updates: [],
});

export const messagesOf = (session: Session, orderId: string): OrderMessages =>
  session.messages?.[orderId] ?? NO_MESSAGES;

/** Keeps what the chat shows of an order from here. */
export function keepMessages(session: Session, orderId: string, messages: Partial<OrderMessages>): void {
  session.messages = {
    ...session.messages,
    [orderId]: { ...messagesOf(session, orderId), ...messages },
  };
}

/** Removes an order, and what is kept of its messages. */
export function removeOrder(session: Session, orderId: string): void {
  session.orders = session.orders.filter((id) => id !== orderId);
  const { [orderId]: _, ...others } = session.messages ?? {};
  session.messages = others;
}

/** A draft without answers; `messageId`: the panel that it takes over. */
export const newDraft = (messageId: number | null = null): Draft => ({
  step: "type",
  nonce: "",
  messageId,
  page: 0,
  type: null,
  send: null,
  receive: null,
  needsMemo: false,
  amount: null,
  side: "send",
  mix: null,
  address: null,
  memo: null,
  refund: null,
  quote: null,
  key: null,
});
