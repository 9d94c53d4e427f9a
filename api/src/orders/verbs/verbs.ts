import type { z } from "@hono/zod-openapi";
import type { AdminRole } from "../../admin/roles";
import type { Problem } from "../../core/errors";
import type { Result } from "../../core/result";
import type { Claim } from "../../idempotency/idempotency";
import type { Language } from "../../language/languages";
import type { AdminOrderRowWire, AdminOrderWire, adminOrdersQuery } from "../../routes/orders/admin-schema";
import type {
  CreateOrderBody,
  DecisionBody,
  DelayBody,
  OrderWire,
  PaymentWire,
  TrackWire,
  VerificationWire,
} from "../../routes/orders/schema";

/** What goes with a call that creates or moves money; the language is of its answer's sentences, English by default. */
export type VerbContext = { idempotency?: Claim; language?: Language };

/** Which orders an administrator looks for; as they came in, each of its own form. */
export type OrdersQuery = z.output<typeof adminOrdersQuery>;

/** Reads of administrators; a purged order is `order/unknown` to them too. */
export type InspectionVerbs = {
  list(
    query: OrdersQuery,
    role: AdminRole,
  ): Promise<Result<{ items: AdminOrderRowWire[]; nextCursor: string | null }, Problem>>;
  /** Does something with an order by its tracking code or id, and answers what somebody of this role may see. */
  under<Wire extends OrderWire>(
    name: string,
    role: AdminRole,
    then: (id: string) => Promise<Result<Wire, Problem>>,
  ): Promise<Result<Wire, Problem>>;
  inspect(id: string, language?: Language): Promise<Result<AdminOrderWire, Problem>>;
};

/** Who acts, and why, for calls of administrators. */
export type AdminContext = VerbContext & {
  reason: string;
  adminId: string /** The name of the account, for the audit log. */;
  admin: string;
};

/**
 * What can be done with orders, for every transport alike. Expected failures are Problems; a `decision/stale`
 * carries the fresh order as `extra.order`. An unknown and a purged order are both `order/unknown`
 * (`track/unknown` for a tracking code).
 */
export type OrderVerbs = InspectionVerbs & {
  create(
    input: CreateOrderBody,
    context: VerbContext,
  ): Promise<Result<{ status: 201; order: OrderWire }, Problem>>;
  /** `version` grows with every change that a reader can see; it is the id of live events. */
  read(id: string, language?: Language): Promise<Result<{ order: OrderWire; version: number }, Problem>>;
  payment(id: string, language?: Language): Promise<Result<PaymentWire, Problem>>;
  /** What the QR code of the order's payment says: a payment URI, or the bare address (design 8). */
  qrText(id: string): Promise<Result<string, Problem>>;
  verifyPayment(id: string, input: { txHash?: string }): Promise<Result<VerificationWire, Problem>>;
  decide(id: string, input: DecisionBody, context: VerbContext): Promise<Result<OrderWire, Problem>>;
  setRefundAddress(
    id: string,
    input: { address: string },
    context: VerbContext,
  ): Promise<Result<OrderWire, Problem>>;
  cancel(id: string, context: VerbContext): Promise<Result<OrderWire, Problem>>;
  /** Extends a mix's delay; `order/closed` once its payout has begun. */
  delay(id: string, input: DelayBody, context: VerbContext): Promise<Result<OrderWire, Problem>>;
  track(code: string): Promise<Result<TrackWire, Problem>>;
  /** How many of these orders still wait for their payment. */
  countWaiting(ids: readonly string[]): Promise<number>;
  release(id: string, context: AdminContext): Promise<Result<OrderWire, Problem>>;
  refundHeld(id: string, context: AdminContext): Promise<Result<OrderWire, Problem>>;
  /** Calls back soon after the order changed; returns the unsubscriber. */
  watch(id: string, listener: () => void): () => void;
};
