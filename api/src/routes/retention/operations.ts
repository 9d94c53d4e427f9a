import { z } from "@hono/zod-openapi";
import { defineOperation } from "../../http/operation";
import { LIMITS } from "../limits";
import { orderIdParams } from "../orders/ids";
import { claimBodySchema, claimedSchema, deletionNoteSchema } from "./schema";

export const deleteExchange = defineOperation({
  method: "delete",
  path: "/api/exchanges/{id}",
  operationId: "deleteExchange",
  summary: "Delete an ended order at once",
  description:
    "Deletes the order with its children: what remains are sums and keyed hashes. Afterwards it is unknown, like one that never was. The note is given once.",
  tag: "exchanges",
  params: orderIdParams,
  paramsCode: "request/id",
  answer: deletionNoteSchema,
  answerDescription: "The signed deletion note.",
  answerExample: {
    deletedAt: "2026-01-01T12:30:00.000Z",
    addresses: [{ currency: "BTC", address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq" }],
    payload:
      '{"deletedAt":"2026-01-01T12:30:00.000Z","addresses":[{"currency":"BTC","address":"bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"}]}',
    signature: "Yy6Qm3y0Xv0m1r0o4sVh3K1m8Yb0wJc9r2nq4Tt8s7kZ0Q5xJ6h2e1d9f8g7H6j5K4l3M2n1B0v9C8x7Z6aQAg",
    publicKey: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  },
  problems: ["order/unknown", "order/not-ended"],
  security: "public",
  limits: [LIMITS.act],
});

export const claimDeposits = defineOperation({
  method: "post",
  path: "/api/claims",
  operationId: "claimDeposits",
  summary: "Claim money that came to the address of a deleted order",
  description:
    "For the bearer of the deletion note: each deposit is sent back by an order of its own. Asking again gives the same orders.",
  tag: "exchanges",
  body: claimBodySchema,
  bodyExample: {
    payload:
      '{"deletedAt":"2026-01-01T12:30:00.000Z","addresses":[{"currency":"BTC","address":"bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"}]}',
    signature: "Yy6Qm3y0Xv0m1r0o4sVh3K1m8Yb0wJc9r2nq4Tt8s7kZ0Q5xJ6h2e1d9f8g7H6j5K4l3M2n1B0v9C8x7Z6aQAg",
    refundAddress: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  },
  answer: z.array(claimedSchema),
  answerStatus: 201,
  answerDescription: "The orders that refund it.",
  answerExample: [
    {
      id: "5q0Zt1VZ3mQ2o7h1v0y6Kg",
      trackingCode: "482915037",
      refundAddress: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
      currency: "BTC",
      amount: "0.031",
    },
  ],
  problems: [
    "claim/note",
    "claim/nothing",
    "rate/unavailable",
    "address/format",
    "address/checksum",
    "address/network",
    "address/zero",
    "address/ours",
    "address/contract",
    "address/uri",
    "address/characters",
    "address/listed",
  ],
  security: "public",
  limits: [LIMITS.act],
});
