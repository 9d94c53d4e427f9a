import { z } from "@hono/zod-openapi";
import type { ProblemCode } from "../../core/errors";
import { defineOperation } from "../../http/operation";
import { NO_ADDRESS_PROBLEMS } from "../address/problems";
import { LIMITS, STATED_LIMITS } from "../limits";
import { DECISION_STALE, QUOTE_MOVED } from "./conflicts";
import { decisionBodySchema, delayBodySchema, refundAddressBodySchema } from "./decision-schema";
import { ORDER_STREAM_EXAMPLES, orderStreamSchema } from "./event-schema";
import {
  CREATE_ORDER_EXAMPLE,
  cancelledExample,
  orderExample,
  paymentExample,
  TRACK_EXAMPLE,
  VERIFICATION_EXAMPLE,
} from "./examples";
import { orderIdParams } from "./ids";
import { paymentSchema, verificationSchema, verifyPaymentBodySchema } from "./payment-schema";
import { createOrderBodySchema, orderSchema } from "./schema";
import { trackingCodeParams, trackQuery, trackSchema } from "./track-schema";

const ADDRESS_PROBLEMS = [
  ...NO_ADDRESS_PROBLEMS,
  "address/ours",
  "address/contract",
  "address/listed",
] as const satisfies readonly ProblemCode[];

const ofOrder = {
  tag: "exchanges",
  params: orderIdParams,
  paramsCode: "request/id",
  security: "public",
} as const;

export const createExchange = defineOperation({
  method: "post",
  path: "/api/exchanges",
  operationId: "createExchange",
  summary: "Create an order",
  description:
    "Recomputes every figure; returns a fresh deposit address. Checked in this order: body, currency, pair, amount, address, limits.",
  tag: "exchanges",
  body: createOrderBodySchema,
  bodyExample: CREATE_ORDER_EXAMPLE,
  answer: orderSchema,
  answerStatus: 201,
  answerDescription: "The order.",
  answerExample: orderExample,
  problems: [
    "currency/unknown",
    "currency/paused",
    "pair/paused",
    "pair/same",
    "amount/format",
    "amount/zero",
    "amount/precision",
    "amount/min",
    "amount/max",
    ...ADDRESS_PROBLEMS,
    "address/twice",
    "address/memo",
    "address/type",
    "quote/moved",
    "quote/used",
    "quote/expired",
    "quote/unknown",
    "quote/mismatch",
    "reserve/insufficient",
    "chain/full",
    "privacy/unavailable",
    "mixer/rounds",
    "mixer/delay",
    "mixer/level",
    "mixer/tor-unavailable",
    "mixer/fixed",
    "mixer/leg-dust",
    "mixer/session",
    "rate/unavailable",
    "limit/unpaid",
  ],
  conflicts: [QUOTE_MOVED],
  security: "public",
  limits: [LIMITS.createAttempt],
  successLimits: [LIMITS.create, LIMITS.createHourly],
  statedLimits: [STATED_LIMITS.unpaid],
  idempotent: true,
});

export const readExchange = defineOperation({
  ...ofOrder,
  method: "get",
  path: "/api/exchanges/{id}",
  operationId: "readExchange",
  summary: "Read an order",
  answer: orderSchema,
  answerDescription: "The order as it is now.",
  answerExample: orderExample,
  problems: ["order/unknown"],
  limits: [LIMITS.poll],
});

export const readPayment = defineOperation({
  ...ofOrder,
  method: "get",
  path: "/api/exchanges/{id}/payment",
  operationId: "readPayment",
  summary: "Read how to pay an order",
  answer: paymentSchema,
  description:
    "Also returned once the order waits for no payment: then `instructions` is empty, and nothing is to be sent.",
  answerDescription: "Address, amount and payment link.",
  answerExample: paymentExample,
  problems: ["order/unknown"],
  limits: [LIMITS.poll],
});

export const readPaymentQr = defineOperation({
  ...ofOrder,
  method: "get",
  path: "/api/exchanges/{id}/payment.svg",
  operationId: "readPaymentQr",
  summary: "The payment's QR code",
  answer: z.string(),
  answerDescription: "An SVG image.",
  answerExample: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 41 41"></svg>',
  answerMediaType: "image/svg+xml",
  problems: ["order/unknown"],
  limits: [LIMITS.poll],
});

export const watchExchange = defineOperation({
  ...ofOrder,
  method: "get",
  path: "/api/exchanges/{id}/events",
  operationId: "watchExchange",
  summary: "Follow an order",
  description:
    "Server-sent events: an event `order` whose data is the order (schema Order) at once and at each change, with the order's version as its id; a comment every 15 s. `Last-Event-ID` equal to the current version skips the first one. The stream ends with the event that says that the order has ended, and after an hour. Until an ended order is deleted, money that comes later can open it again (`action_required`) or open a further order (`children`): read it now and then.",
  answer: orderStreamSchema,
  answerDescription: "A stream of events, each an `OrderEvent`.",
  answerExample: Object.values(ORDER_STREAM_EXAMPLES)
    .map(({ value }) => value)
    .join(""),
  answerExamples: ORDER_STREAM_EXAMPLES,
  answerMediaType: "text/event-stream",
  emptyDescription:
    "The order has ended, and `Last-Event-ID` is its last version: do not connect again, but read the order now and then.",
  problems: ["order/unknown", "limit/streams"],
  resumes: true,
  limits: [LIMITS.poll],
  statedLimits: [STATED_LIMITS.streamsOfOrder, STATED_LIMITS.streamsOfClient],
});

export const verifyPayment = defineOperation({
  ...ofOrder,
  method: "post",
  path: "/api/exchanges/{id}/verify-payment",
  operationId: "verifyPayment",
  summary: "Look at the chain now",
  description: "Makes the server look for the deposit at once and returns what it found.",
  body: verifyPaymentBodySchema,
  bodyOptional: true,
  bodyExample: {},
  answer: verificationSchema,
  answerDescription: "What was found.",
  answerExample: VERIFICATION_EXAMPLE,
  problems: ["order/unknown"],
  // The client first: one that is over its own limit does not use up the order's.
  limits: [LIMITS.verifyAll, LIMITS.verify],
});

export const decideExchange = defineOperation({
  ...ofOrder,
  method: "post",
  path: "/api/exchanges/{id}/decision",
  operationId: "decideExchange",
  summary: "Choose between exchange and refund",
  description:
    "For an order in action_required. A stale decision is refused with 409 and the order under `order`.",
  body: decisionBodySchema,
  bodyExample: { choice: "refund", refundAddress: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", revision: 1 },
  answer: orderSchema,
  answerDescription: "The order after the decision.",
  answerExample: orderExample,
  problems: [
    "order/unknown",
    "decision/stale",
    "decision/unavailable",
    "order/refund-address-set",
    "order/refund-address-missing",
    "amount/format",
    "amount/precision",
    ...ADDRESS_PROBLEMS,
    "rate/unavailable",
  ],
  conflicts: [DECISION_STALE],
  limits: [LIMITS.act],
  idempotent: true,
});

export const setRefundAddress = defineOperation({
  ...ofOrder,
  method: "post",
  path: "/api/exchanges/{id}/refund-address",
  operationId: "setRefundAddress",
  summary: "Set the refund address, once",
  body: refundAddressBodySchema,
  bodyExample: { address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" },
  answer: orderSchema,
  answerDescription: "The order with its refund address.",
  answerExample: orderExample,
  problems: ["order/unknown", "order/refund-address-set", "order/closed", ...ADDRESS_PROBLEMS],
  limits: [LIMITS.act],
  idempotent: true,
});

export const cancelExchange = defineOperation({
  ...ofOrder,
  method: "post",
  path: "/api/exchanges/{id}/cancel",
  operationId: "cancelExchange",
  summary: "Cancel an unpaid order",
  answer: orderSchema,
  answerDescription: "The cancelled order.",
  answerExample: cancelledExample(),
  problems: ["order/unknown", "order/not-cancellable"],
  limits: [LIMITS.act],
  idempotent: true,
});

export const delayExchange = defineOperation({
  ...ofOrder,
  method: "post",
  path: "/api/exchanges/{id}/delay",
  operationId: "delayExchange",
  summary: "Extend a mix's delay",
  description: "Only longer, and only before the first leg of the payout is on its way.",
  body: delayBodySchema,
  bodyExample: { delayMinutes: 60 },
  answer: orderSchema,
  answerDescription: "The order with its longer delay.",
  answerExample: orderExample,
  problems: ["order/unknown", "order/closed", "mixer/delay"],
  limits: [LIMITS.act],
  idempotent: true,
});

export const trackExchange = defineOperation({
  method: "get",
  path: "/api/track/{code}",
  operationId: "trackExchange",
  summary: "Track an order by its 9-digit code",
  description:
    "Coarsened, since a code can be guessed; a mixed order shows its status alone. The limit is applied before the look-up. While strangers try too many codes, `track/tail-required` asks for `tail`, whether the code exists or not.",
  tag: "exchanges",
  params: trackingCodeParams,
  paramsCode: "request/code",
  query: trackQuery,
  answer: trackSchema,
  answerDescription: "Where the order stands.",
  answerExample: TRACK_EXAMPLE,
  problems: ["track/unknown", "track/tail-required"],
  security: "public",
  limits: [LIMITS.track],
  statedLimits: [STATED_LIMITS.trackMiss, STATED_LIMITS.trackMissOfTail, STATED_LIMITS.trackMissOfCode],
});
