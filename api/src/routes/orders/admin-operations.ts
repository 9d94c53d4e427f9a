import { defineOperation } from "../../http/operation";
import { LIMITS } from "../limits";
import {
  adminDecisionBody,
  adminOrderPageSchema,
  adminOrderSchema,
  adminOrdersQuery,
  orderNameParams,
} from "./admin-schema";
import { AMOUNTS_EXAMPLE, orderExample } from "./examples";
import { orderSchema } from "./schema";

const ofAdministrators = { tag: "admin", security: "bearer", limits: [LIMITS.admin] } as const;

/** As everybody but an approver sees it. */
const shownExample = { ...orderExample, id: orderExample.trackingCode };

export const listExchanges = defineOperation({
  ...ofAdministrators,
  method: "get",
  path: "/api/admin/exchanges",
  operationId: "listExchanges",
  summary: "All orders that are not forgotten, newest first",
  query: adminOrdersQuery,
  answer: adminOrderPageSchema,
  answerDescription: "A page of orders.",
  answerExample: {
    items: [
      {
        id: orderExample.trackingCode,
        trackingCode: orderExample.trackingCode,
        status: "pending",
        state: "waiting",
        reason: null,
        amounts: AMOUNTS_EXAMPLE,
        sendCurrency: "BTC",
        sendAmount: "0.05",
        receiveCurrency: "USDT-TRC20",
        receiveAmount: "2985.7",
        orderType: "floating",
        mixed: false,
        createdAt: "2026-01-01T12:00:00.000Z",
        completedAt: null,
      },
    ],
    nextCursor: null,
  },
  problems: ["currency/unknown"],
  role: "viewer",
});

export const inspectExchange = defineOperation({
  ...ofAdministrators,
  method: "get",
  path: "/api/admin/exchanges/{id}",
  operationId: "inspectExchange",
  summary: "An order with its events, legs and ledger entries",
  params: orderNameParams,
  paramsCode: "request/id",
  answer: adminOrderSchema,
  answerDescription: "The order; one that was forgotten is as unknown here as everywhere.",
  answerExample: { ...shownExample, parentId: null, sourcesForReview: [], events: [], legs: [], ledger: [] },
  problems: ["order/unknown"],
  role: "viewer",
});

/** Of the source that the example names. */
const seenSources: number[] = [1];

const byAdministrator = {
  tag: "admin",
  method: "post",
  params: orderNameParams,
  paramsCode: "request/id",
  body: adminDecisionBody,
  bodyExample: { reason: "Source cleared by the compliance desk.", seenSources },
  answer: orderSchema,
  answerDescription: "The order afterwards; but for approvers its `id` and `children` are tracking codes.",
  answerExample: shownExample,
  security: "bearer",
  role: "operator",
  money: ["id"],
  limits: [LIMITS.admin],
  idempotent: true,
} as const;

export const releaseExchange = defineOperation({
  ...byAdministrator,
  path: "/api/admin/exchanges/{id}/release",
  operationId: "releaseExchange",
  summary: "Release an order from hold, or exchange one that waits for the customer's decision",
  problems: [
    "order/unknown",
    "order/not-held",
    "order/sources-unseen",
    "decision/unavailable",
    "rate/unavailable",
  ],
});

export const refundExchange = defineOperation({
  ...byAdministrator,
  path: "/api/admin/exchanges/{id}/refund",
  operationId: "refundExchange",
  summary: "Refund an order on hold, or one that waits for the customer's decision",
  problems: [
    "order/unknown",
    "order/not-held",
    "order/sources-unseen",
    "order/closed",
    "order/refund-address-missing",
    "decision/unavailable",
    "rate/unavailable",
  ],
});
