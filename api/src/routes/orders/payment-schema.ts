import { z } from "@hono/zod-openapi";
import { currencyCode, decimal, instant } from "../../http/wire";
import { ORDER_ID_EXAMPLE } from "./ids";
import { addressType, instructions, state, status } from "./schema-parts";

export const paymentSchema = z
  .object({
    address: z
      .string()
      .openapi({ example: "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr" }),
    addressType,
    memo: z.string().nullable().openapi({ example: null }),
    amount: decimal("What to send.", "0.05"),
    currency: currencyCode("BTC"),
    network: z.string().openapi({ example: "Bitcoin" }),
    paymentUri: z.string().nullable().openapi({
      description: "For a wallet on this device; null where the network has no standard.",
      example: "bitcoin:bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr?amount=0.05",
    }),
    qrCode: z.string().openapi({
      description: "Path of an SVG image.",
      example: `/api/exchanges/${ORDER_ID_EXAMPLE}/payment.svg`,
    }),
    instructions,
    expiresAt: instant("When the payment window ends."),
  })
  .openapi("Payment");
export type PaymentWire = z.infer<typeof paymentSchema>;

export const verifyPaymentBodySchema = z
  .strictObject({
    txHash: z.string().max(128).optional().openapi({
      description: "The transaction to look for first.",
      example: "9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a99887766554433221100ffeeddccb",
    }),
  })
  .openapi("VerifyPaymentBody");

export const verificationSchema = z
  .object({
    verified: z.boolean().openapi({ description: "A deposit was seen on the chain." }),
    state,
    status,
    confirmations: z.int().openapi({ example: 1 }),
    confirmationsRequired: z.int().openapi({ example: 2 }),
    transactionTime: instant("Of the first deposit; null while none is seen.").nullable(),
    lookedAt: instant(
      "When the chain last responded to us; where no block of it is known, when the order was read.",
    ),
    blockHeight: z.int().nullable().openapi({
      description: "The highest block that was looked at; null where no block is known yet.",
      example: 128402,
    }),
  })
  .openapi("Verification");
export type VerificationWire = z.infer<typeof verificationSchema>;
