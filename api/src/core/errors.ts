/** Every stable problem code of the API with its HTTP status. */
export const PROBLEM_STATUS = {
  "request/malformed": 400,
  "request/id": 400,
  "request/code": 400,
  "request/key": 400,
  "loan/id": 400,
  "auth/required": 401,
  "auth/failed": 401,
  "auth/api-key": 401,
  "auth/forbidden": 403,
  "loan/own-approval": 403,
  "request/origin": 403,
  "currency/unknown": 404,
  "order/unknown": 404,
  "track/unknown": 404,
  "transaction/unknown": 404,
  "claim/nothing": 404,
  "loan/unknown": 404,
  "api-key/unknown": 404,
  "spend/unknown": 404,
  "route/unknown": 404,
  "method/unknown": 405,
  "currency/paused": 409,
  "pair/paused": 409,
  "quote/moved": 409,
  "quote/used": 409,
  "quote/expired": 409,
  "reserve/insufficient": 409,
  "decision/stale": 409,
  "decision/unavailable": 409,
  "order/not-cancellable": 409,
  "order/refund-address-set": 409,
  "order/refund-address-missing": 409,
  "order/not-held": 409,
  "order/closed": 409,
  "order/not-ended": 409,
  "chain/not-halted": 409,
  "chain/full": 409,
  "books/nothing-missing": 409,
  "books/asked": 409,
  "books/unplanned-spend": 409,
  "spend/adopted": 409,
  "loan/not-pending": 409,
  "loan/reference-used": 409,
  "loan/approval-required": 409,
  "loan/approval-needless": 409,
  "totp/enrolled": 409,
  "totp/not-enrolling": 409,
  "payouts/paused": 409,
  "privacy/unavailable": 409,
  "mixer/session": 409,
  "idempotency/in-flight": 409,
  "request/too-large": 413,
  "request/media-type": 415,
  "request/invalid": 422,
  "amount/format": 422,
  "amount/zero": 422,
  "amount/precision": 422,
  "amount/min": 422,
  "amount/max": 422,
  "pair/same": 422,
  "address/format": 422,
  "address/checksum": 422,
  "address/network": 422,
  "address/zero": 422,
  "address/ours": 422,
  "address/contract": 422,
  "address/uri": 422,
  "address/characters": 422,
  "address/memo": 422,
  "address/listed": 422,
  "claim/note": 422,
  "quote/unknown": 422,
  "quote/mismatch": 422,
  "idempotency/mismatch": 422,
  "mixer/rounds": 422,
  "mixer/delay": 422,
  "mixer/level": 422,
  "mixer/tor-unavailable": 422,
  "mixer/leg-dust": 422,
  "loan/currency": 422,
  "loan/mismatch": 422,
  "totp/code": 422,
  "limit/rate": 429,
  "limit/unpaid": 429,
  "limit/streams": 429,
  internal: 500,
  "service/unavailable": 503,
  "rate/unavailable": 503,
} as const satisfies Record<string, number>;

export type ProblemCode = keyof typeof PROBLEM_STATUS;

/** An expected failure of a verb, mapped to RFC 9457 at the edge. `params` fill the text; they never echo input. */
export type Problem = {
  code: ProblemCode;
  /** JSON pointer of the field at fault, such as `/sendAmount`. */
  pointer?: string;
  /** Figures of ours for the text and for machines, such as `{ limit: "0.001", currency: "BTC" }`. */
  params?: Readonly<Record<string, string>>;
  /** For 429 and 503. */
  retryAfterS?: number;
  /** Fresh figures that go with a conflict (`quote/moved`, `decision/stale`). */
  extra?: Readonly<Record<string, unknown>>;
};

/** Builds a Problem. */
export const problem = (code: ProblemCode, more: Omit<Problem, "code"> = {}): Problem => ({ code, ...more });
