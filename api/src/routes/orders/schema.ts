import { z } from "@hono/zod-openapi";
import {
  addressInput,
  amountInput,
  currencyCode,
  currencyInput,
  decimal,
  instant,
  ORDER_ID_EXAMPLE,
  TRACKING_CODE_PATTERN,
} from "../../http/wire";
import { DELAY_MINUTES, PRIVACY_LEVELS } from "../../mixer/settings";
import { orderTypeInput } from "../market/schema";
import { observerSchema, privacySettingsInput } from "../mixer/schema";

export const ORDER_STATES = [
  "waiting",
  "confirming",
  "screening",
  "exchanging",
  "mixing",
  "sending",
  "completed",
  "action_required",
  "hold",
  "refunding",
  "refunded",
  "expired",
  "cancelled",
  "failed",
] as const;
export const ORDER_STATUSES = ["pending", "processing", "completed", "failed", "expired"] as const;
/** Why an order waits for its holder (action_required) or for an administrator (hold: the last two). */
export const ORDER_REASONS = [
  "less",
  "more",
  "limit",
  "late",
  "repeat",
  "wrong_asset",
  "rate_moved",
  "no_reserve",
  "listed",
  "payout_failed",
] as const;

const instructions = z.array(z.string()).openapi({
  description: "How to pay, in the language of Accept-Language (one of six; else English).",
  example: ["Send exactly 0.05 BTC."],
});
const state = z.enum(ORDER_STATES).openapi({ description: "The fine state; `status` is derived from it." });
const status = z.enum(ORDER_STATUSES);
const mismatchChoice = z.enum(["exchange", "refund"]);

export const createOrderBodySchema = z
  .object({
    sendCurrency: currencyInput("BTC"),
    receiveCurrency: currencyInput("USDT-TRC20"),
    sendAmount: amountInput("What will be sent.", "0.05"),
    receiveAddress: addressInput("Where the payout goes.", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"),
    receiveAmount: amountInput(
      "What the client saw; a server's figure worse by more than 0.5 % answers `quote/moved`.",
      "2985.7",
    ).optional(),
    exchangeRate: amountInput("What the client saw; recomputed.", "60000").optional(),
    fee: amountInput("What the client saw; recomputed.", "0.000225").optional(),
    receiveMemo: z
      .string()
      .max(100)
      .optional()
      .openapi({ description: "Memo or tag of the receive address." }),
    refundAddress: addressInput(
      "Where refunds go, on the sent currency's network.",
      "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    ).optional(),
    orderType: orderTypeInput.optional(),
    quoteId: z
      .string()
      .max(100)
      .optional()
      .openapi({ description: "The quote of a fixed rate, from POST /api/calculate." }),
    mismatch: z
      .object({
        less: mismatchChoice.optional(),
        more: mismatchChoice.optional(),
        late: mismatchChoice.optional(),
      })
      .optional()
      .openapi({
        description:
          "Standing instructions: what happens without asking when less, more or late money arrives.",
      }),
    privacySettings: privacySettingsInput.optional(),
    receiveAddresses: z
      .array(addressInput("Where a part of the payout goes.", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"))
      .min(1)
      .max(5)
      .optional()
      .openapi({
        description:
          "A mix may be paid to up to five addresses, each of which gets a leg; with privacySettings only, and instead of `receiveAddress`.",
      }),
    sessionId: z.string().max(64).optional().openapi({ description: "The mixer's anonymous session." }),
    depositAddressType: z
      .enum(["taproot", "native-segwit", "p2sh", "legacy"])
      .optional()
      .openapi({ description: "Wanted type of a Bitcoin deposit address; Taproot is what is offered now." }),
  })
  .openapi("CreateExchangeBody");
export type CreateOrderBody = z.infer<typeof createOrderBodySchema>;

export const depositSchema = z
  .object({
    txHash: z
      .string()
      .openapi({ example: "9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a99887766554433221100ffeeddccb" }),
    currency: currencyCode("BTC"),
    amount: decimal("What arrived.", "0.05"),
    confirmations: z.int().openapi({ example: 2 }),
    url: z
      .string()
      .nullable()
      .openapi({ description: "At an explorer; null where there is none.", example: null }),
  })
  .openapi("Deposit");

export const PAYOUT_STATUSES = ["planned", "sent", "confirmed", "failed"] as const;
export const payoutSchema = z
  .object({
    txHash: z.string().nullable().openapi({ description: "Null until it is signed.", example: null }),
    currency: currencyCode("USDT-TRC20"),
    amount: decimal("What lands.", "2985.7"),
    status: z.enum(PAYOUT_STATUSES),
    url: z
      .string()
      .nullable()
      .openapi({ description: "At an explorer; null where there is none.", example: null }),
  })
  .openapi("Payout");

export const choiceSchema = z
  .object({
    choice: mismatchChoice,
    sendsAmount: decimal("What would land, the network fee deducted.", "0.0599"),
    currency: currencyCode("BTC"),
    networkFee: decimal("In `currency`.", "0.0001"),
  })
  .openapi("Choice");

/** Where a mix stands: its session, its place in the pool, its rounds, its payout. */
export const MIX_STEPS = ["session", "pool", "rounds", "sending", "done"] as const;

const orderPrivacySchema = z.object({
  mixingRounds: z.int().openapi({ example: 3 }),
  delayMinutes: z.int().openapi({ description: "As it was extended.", example: 15 }),
  useRandomDelay: z.boolean(),
  useRandomAmounts: z.boolean(),
  enableTorIntegration: z.boolean(),
  privacyLevel: z.enum(PRIVACY_LEVELS),
  receiveAddresses: z.array(z.string()).openapi({ description: "Each of which gets a leg." }),
});

const mixingSchema = z.object({
  round: z.int().openapi({ description: "Rounds that are on the chain.", example: 1 }),
  rounds: z.int().openapi({ description: "Rounds that were asked for.", example: 3 }),
  skipped: z.int().openapi({
    description: "Rounds that the pool could not carry in time and that were left out.",
    example: 0,
  }),
  step: z.enum(MIX_STEPS),
  shortfall: z.int().nullable().openapi({
    description:
      "How many mixes the candidate set lacked of what the level wanted when the payout began; null before.",
    example: null,
  }),
  mayDelay: z.boolean().openapi({ description: "Whether the delay can still be extended." }),
  observer: z.union([observerSchema, z.null()]).openapi({
    description: "What an observer could infer now; null once the payout has begun.",
    example: null,
  }),
});

export const delayBodySchema = z
  .object({
    delayMinutes: z
      .int()
      .min(DELAY_MINUTES.min)
      .max(DELAY_MINUTES.max)
      .multipleOf(DELAY_MINUTES.step)
      .openapi({
        description: "The whole delay, longer than now.",
        multipleOf: DELAY_MINUTES.step,
        example: 60,
      }),
  })
  .openapi("DelayBody");
export type DelayBody = z.infer<typeof delayBodySchema>;

export const orderSchema = z
  .object({
    id: z.string().openapi({ description: "The order's secret.", example: ORDER_ID_EXAMPLE }),
    trackingCode: z.string().openapi({ example: "482915037" }),
    status,
    state,
    reason: z
      .enum(ORDER_REASONS)
      .nullable()
      .openapi({ description: "Why it waits for a decision, or is held.", example: null }),
    choices: z
      .array(choiceSchema)
      .openapi({ description: "What its holder may decide now; empty when nothing." }),
    deadline: instant("Until when to decide; null when nothing is to be decided.").nullable(),
    defaultChoice: z.enum(["refund", "wait"]).nullable().openapi({
      description: "What happens at the deadline; null when nothing is to be decided.",
      example: null,
    }),
    sendCurrency: currencyCode("BTC"),
    sendAmount: decimal("What is to be sent.", "0.05"),
    receiveCurrency: currencyCode("USDT-TRC20"),
    receiveAmount: decimal("Net: what lands. Floating: an estimate until the rate is set.", "2985.7"),
    receiveAddress: z.string().openapi({ example: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH" }),
    receiveMemo: z.string().nullable().openapi({ example: null }),
    refundAddress: z.string().nullable().openapi({ example: null }),
    exchangeRate: decimal("What one whole sent coin brings before the fees.", "60000"),
    fee: decimal("In the sent currency.", "0.000225"),
    feeRate: decimal("A percentage.", "0.45"),
    networkFee: decimal("In the received currency.", "0.8"),
    orderType: z.enum(["floating", "fixed"]),
    depositAddress: z
      .string()
      .openapi({ example: "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr" }),
    memo: z
      .string()
      .nullable()
      .openapi({ description: "Needed beside the deposit address; null when none.", example: null }),
    paymentInstructions: instructions,
    createdAt: instant("When it was created."),
    expiresAt: instant("When the payment window ends."),
    completedAt: instant("When it ended; null until then.").nullable(),
    confirmations: z.int().openapi({ description: "Of the deposit that has fewest.", example: 0 }),
    confirmationsRequired: z.int().openapi({ example: 2 }),
    deposits: z.array(depositSchema),
    payouts: z.array(payoutSchema),
    txHash: z
      .string()
      .nullable()
      .openapi({ description: "The last payout's; null until there is one.", example: null }),
    estimatedTime: z
      .int()
      .openapi({ description: "Expected seconds from payment to payout.", example: 1500 }),
    outcome: z
      .enum(["exchanged", "refunded", "unclaimed"])
      .nullable()
      .openapi({ description: "How it ended; null until then.", example: null }),
    late: z.boolean().openapi({ description: "A deposit came after the payment window." }),
    revision: z
      .int()
      .openapi({ description: "Of the figures offered; a decision names the one it saw.", example: 0 }),
    children: z
      .array(z.string())
      .openapi({ description: "Ids of orders opened for money that came too late to join this one." }),
    privacySettings: orderPrivacySchema
      .nullable()
      .openapi({ description: "Of a mixed order; null for a plain exchange.", example: null }),
    feeBreakdown: z
      .object({ base: z.string(), mixing: z.string(), delay: z.string(), maxPrivacy: z.string() })
      .nullable()
      .openapi({ description: "Of a mixed order; null for a plain exchange.", example: null }),
    mixing: mixingSchema
      .nullable()
      .openapi({ description: "Of a mixed order; null for a plain exchange.", example: null }),
    guarantee: z
      .string()
      .nullable()
      .openapi({ description: "The signed guarantee; null until it is offered.", example: null }),
  })
  .openapi("Order");
export type OrderWire = z.infer<typeof orderSchema>;

export const paymentSchema = z
  .object({
    address: z
      .string()
      .openapi({ example: "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr" }),
    addressType: z
      .string()
      .nullable()
      .openapi({ description: "Where a chain has several.", example: "taproot" }),
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
  .object({
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
  })
  .openapi("Verification");
export type VerificationWire = z.infer<typeof verificationSchema>;

export const decisionBodySchema = z
  .object({
    choice: mismatchChoice,
    refundAddress: addressInput(
      "For a refund, when none is known.",
      "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    ).optional(),
    revision: z
      .int()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .openapi({ description: "Of the figures that were seen.", example: 1 }),
    minReceive: amountInput("The least that must land, for an exchange.", "2980").optional(),
  })
  .openapi("DecisionBody");
export type DecisionBody = z.infer<typeof decisionBodySchema>;

export const refundAddressBodySchema = z
  .object({
    address: addressInput("Where refunds go; can be set once.", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"),
  })
  .openapi("RefundAddressBody");

export const trackingCodeParams = z.object({
  code: z
    .string()
    .regex(TRACKING_CODE_PATTERN)
    .openapi({
      param: { name: "code", in: "path" },
      description: "The 9-digit tracking code.",
      example: "482915037",
    }),
});

export const trackSchema = z
  .object({
    id: z.string().openapi({
      description: "The tracking code itself, never the order's secret id.",
      example: "482915037",
    }),
    status,
    state: state.openapi({ description: "Of a mixed order no finer than its status." }),
    createdAt: instant("To 10 minutes.", "2026-01-01T12:00:00.000Z").nullable(),
    completedAt: instant("To 10 minutes; null until then.").nullable(),
    sendAmount: decimal("To 2 significant digits.", "0.05").nullable(),
    sendCurrency: currencyCode("BTC").nullable(),
    receiveAmount: decimal("To 2 significant digits.", "3000").nullable(),
    receiveCurrency: currencyCode("USDT-TRC20").nullable(),
    receiveAddress: z.string().nullable().openapi({ description: "Its last 3 characters.", example: "YdH" }),
  })
  .openapi("Track");
export type TrackWire = z.infer<typeof trackSchema>;
