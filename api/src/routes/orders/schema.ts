import { z } from "@hono/zod-openapi";
import { ADDRESS_TYPES } from "../../core/address-types";
import { faultMessage } from "../../http/fault-message";
import {
  ADDRESS_INPUT_LENGTH_MAX,
  addressInput,
  amountInput,
  currencyCode,
  currencyInput,
  decimal,
  instant,
} from "../../http/wire";
import { HOLD_AWAITS } from "../../orders/machine/hold";
import { orderTypeInput } from "../market/schema";
import { privacySettingsInput } from "../mixer/schema";
import { amountsSchema } from "./amounts-schema";
import { ORDER_ID_EXAMPLE } from "./ids";
import { mixingSchema, orderPrivacySchema } from "./mix-schema";
import { addressType, instructions, mismatchChoice, state, status } from "./schema-parts";

/** Why an order waits for its customer (action_required) or for an administrator (hold: the last five). */
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
  "unknown_source",
  "payout_failed",
  "fee_above_cap",
  "mix_key_lost",
] as const;

/** Asked whatever else is wrong with the body, so that one answer names all that is missing. */
const hasPayee = (body: unknown): boolean =>
  typeof body !== "object" || body === null || "receiveAddress" in body || "receiveAddresses" in body;

export const createOrderBodySchema = z
  .strictObject({
    sendCurrency: currencyInput("BTC"),
    receiveCurrency: currencyInput("USDT-TRC20"),
    sendAmount: amountInput("What will be sent.", "0.05"),
    receiveAddress: addressInput(
      "Where the payout goes. Required, except where `receiveAddresses` has it.",
      "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
    ).optional(),
    receiveAmount: amountInput(
      "What the client saw, in the received currency. If the server's figure is worse by more than 0.5 %, the order is refused with `quote/moved`.",
      "2985.7",
    ).optional(),
    exchangeRate: amountInput(
      "What the client saw. It is recomputed; if the server's rate is lower by more than 0.5 %, the order is refused with `quote/moved`.",
      "60000",
    ).optional(),
    fee: amountInput(
      "What the client saw, in the sent currency. It is recomputed; if the server's fee is higher by more than 0.5 %, the order is refused with `quote/moved`.",
      "0.000225",
    ).optional(),
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
      .strictObject({
        less: mismatchChoice.optional(),
        more: mismatchChoice.optional(),
        late: mismatchChoice.optional(),
      })
      .optional()
      .openapi({
        description:
          "Standing instructions: what happens without asking when less, more or late money arrives. Without one, a floating order exchanges less or more at once where its limits allow it, money that comes within 24 hours after the payment window goes back where a refund address is known, and everything else waits for a decision (`action_required`).",
      }),
    privacySettings: privacySettingsInput.optional(),
    receiveAddresses: z
      .array(
        z.string().max(ADDRESS_INPUT_LENGTH_MAX).openapi({
          description: "Where a part of the payout goes.",
          example: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
        }),
      )
      .min(1)
      .max(5)
      .optional()
      .openapi({
        description:
          "A mix may be paid to up to five addresses, each of which is named once and gets a leg; with privacySettings only. `receiveAddress` may be left out then; one that is not among them is refused.",
      }),
    sessionId: z
      .string()
      .max(64)
      .optional()
      .openapi({ description: "The mixer's anonymous session; with privacySettings only." }),
    depositAddressType: z.enum(ADDRESS_TYPES, faultMessage("address/type")).optional().openapi({
      description:
        "Wanted type of the deposit address, one of the sent currency's `depositAddressTypes`; by default the first. Refused for currencies that have none.",
      example: "native-segwit",
    }),
  })
  .refine(hasPayee, { path: ["receiveAddress"], when: () => true })
  .openapi("CreateExchangeBody");
export type CreateOrderBody = z.infer<typeof createOrderBodySchema>;

const explorerUrl = z.string().nullable().openapi({
  description: "At an explorer; null where there is none. On simnet a path of this service.",
  example: null,
});

export const depositSchema = z
  .object({
    txHash: z
      .string()
      .openapi({ example: "9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a99887766554433221100ffeeddccb" }),
    currency: currencyCode("BTC"),
    amount: decimal("What arrived.", "0.05"),
    confirmations: z.int().openapi({ example: 2 }),
    setAside: z.boolean().openapi({
      description:
        "It is no payment for this order, and its order continues without it: it is too little to be exchanged or sent back, or it is a minor one from a listed address.",
      example: false,
    }),
    seenAt: instant("When we first saw it."),
    child: z.string().nullable().openapi({
      description: "One of `children`, if it opened one.",
      example: null,
    }),
    url: explorerUrl,
  })
  .openapi("Deposit");

export const PAYOUT_STATUSES = ["planned", "sent", "confirmed", "failed"] as const;
export const payoutSchema = z
  .object({
    txHash: z.string().nullable().openapi({ description: "Null until it is signed.", example: null }),
    currency: currencyCode("USDT-TRC20"),
    amount: decimal("What lands.", "2985.7"),
    address: z.string().nullable().openapi({
      description: "Where it goes; null where that is no longer known.",
      example: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
    }),
    status: z.enum(PAYOUT_STATUSES),
    url: explorerUrl,
    txKey: z.string().optional().openapi({
      description:
        "Monero only: the transaction's key. With it and the address, anyone can check in a wallet what was paid (`check_tx_key`). Missing until it is signed, where the same key would show what another customer was paid, and once the order, or another that the transaction paid, is deleted.",
      example: "5ed5a1b5b1b2b64f3f0d3bd1b3cb4e1bb7c9d6e6f3b1c1d62b8ad4a0f3b6c20a",
    }),
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

const awaitsSchema = z.object({
  what: z.enum(HOLD_AWAITS).openapi({
    description:
      "`refund`: a failed payout is refunded at `refundAt`, unless an administrator acts before. `refund_address`: it is refunded as soon as 24 hours have passed and a refund address is given. `administrator`: a person has to look at it.",
    example: "refund",
  }),
  since: instant("Since when it is on hold."),
  refundAt: instant("When it is refunded by itself; null where it is not.").nullable(),
});

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
      .openapi({ description: "What the customer may decide now; empty when nothing." }),
    deadline: instant("Until when to decide; null when nothing is to be decided.").nullable(),
    awaits: awaitsSchema.nullable().openapi({
      description: "Of an order on hold: what it waits for; else null.",
      example: null,
    }),
    defaultChoice: z.enum(["refund", "wait"]).nullable().openapi({
      description:
        "What happens at the deadline: a refund needs its address, and a deposit above its network fee. Null when nothing is to be decided.",
      example: null,
    }),
    amounts: amountsSchema,
    sendCurrency: currencyCode("BTC"),
    sendAmount: decimal("What was ordered to be sent; `amounts` says what arrived.", "0.05"),
    receiveCurrency: currencyCode("USDT-TRC20"),
    receiveAmount: decimal(
      "Net, by the figures of the order, its open question or its settlement; `amounts` says whether it is still promised.",
      "2985.7",
    ),
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
    depositAddressType: addressType,
    memo: z
      .string()
      .nullable()
      .openapi({ description: "Needed beside the deposit address; null when none.", example: null }),
    paymentInstructions: instructions,
    createdAt: instant("When it was created."),
    expiresAt: instant("When the payment window ends."),
    completedAt: instant(
      "When it ended; null until then, and again while money that came later waits for a decision.",
    ).nullable(),
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
    mismatch: z
      .object({
        less: mismatchChoice.nullable(),
        more: mismatchChoice.nullable(),
        late: mismatchChoice.nullable(),
      })
      .openapi({
        description:
          "Its standing instructions: what happens without asking when less, more or late money arrives; null where none was given.",
        example: { less: null, more: null, late: "refund" },
      }),
    late: z.boolean().openapi({
      description: "A deposit came after the payment window, or after the order was cancelled.",
    }),
    closedAs: z.enum(["expired", "cancelled"]).nullable().openapi({
      description: "How it had ended before its money came all the same; null where it had not.",
      example: null,
    }),
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
