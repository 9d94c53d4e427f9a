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
export type Step = (typeof STEPS)[number];

/** The calculation that the user saw. It is sent with the order, so that the order is not worse. */
export type SeenQuote = {
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
  address: string | null;
  memo: string | null;
  /** Null: not asked yet. */
  refund: { address: string | null } | null;
  quote: SeenQuote | null;
  /** The Idempotency-Key of the order that the summary offers; kept here before it is used. */
  key: string | null;
};

/** The refund address that a decision waits for. */
export type RefundQuestion = { order: string; revision: number };

/** All that is kept of a chat, under its id. */
export type Session = {
  /** Null before the first update. */
  language: Language | null;
  accepted: boolean;
  draft: Draft | null;
  refundQuestion: RefundQuestion | null;
  orders: string[];
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
  orders: [],
  updates: [],
});

export const newDraft = (): Draft => ({
  step: "type",
  nonce: "",
  messageId: null,
  page: 0,
  type: null,
  send: null,
  receive: null,
  needsMemo: false,
  amount: null,
  address: null,
  memo: null,
  refund: null,
  quote: null,
  key: null,
});
