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

/** What the user saw of a calculation; sent back with the order, so that nothing worse is made of it. */
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
  /** Of the buttons last shown: older ones, and those of nobody, do nothing. */
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

/** Open orders of one chat; it makes no further one. */
export const ORDERS_MAX = 20;
/** Orders that one chat follows at a time: also those that came out of others, and those that ended unpaid. */
export const FOLLOWED_MAX = 40;
/** Handled updates that are remembered, so that one delivered twice is handled once. */
export const UPDATES_MAX = 20;

const DAY_MS = 86_400_000;

/** How long a session is kept after its last change: longer while an order of it is open. */
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
