import { z } from "@hono/zod-openapi";
import {
  currencyCode,
  cursorQuery,
  decimal,
  instant,
  instantQuery,
  pageOf,
  reasonBody,
} from "../../http/wire";
import { ORDER_STATES } from "../../orders/machine/order";
import { ORDER_STATUSES } from "../../orders/machine/status";
import { amountsSchema } from "./amounts-schema";
import { ORDER_ID_PATTERN, TRACKING_CODE_PATTERN } from "./ids";
import { ORDER_REASONS, orderSchema } from "./schema";

const query = (name: string, description: string) => ({ param: { name, in: "query" as const }, description });

export const adminOrdersQuery = z.strictObject({
  status: z.enum(ORDER_STATUSES).optional().openapi(query("status", "The order's status.")),
  state: z.enum(ORDER_STATES).optional().openapi(query("state", "The fine state.")),
  currency: z.string().max(20).optional().openapi(query("currency", "Sent or received.")),
  since: instantQuery.optional().openapi(query("since", "Created at or after.")),
  until: instantQuery.optional().openapi(query("until", "Created before.")),
  code: z
    .string()
    .regex(TRACKING_CODE_PATTERN)
    .optional()
    .openapi(query("code", "Exactly this tracking code.")),
  txHash: z.string().min(1).max(128).optional().openapi(query("txHash", "Of a deposit or a payout.")),
  cursor: cursorQuery,
});

/** How administrators name an order. */
export const orderNameParams = z.object({
  id: z
    .string()
    .regex(new RegExp(`${TRACKING_CODE_PATTERN.source}|${ORDER_ID_PATTERN.source}`))
    .openapi({
      param: { name: "id", in: "path" },
      description: "The order's tracking code, or its secret id.",
      example: "482915037",
    }),
});

/** An order has fewer deposits than this: what comes beyond 200 belongs to none. */
const SOURCES_MAX = 1_000;

export const adminDecisionBody = z
  .strictObject({
    ...reasonBody.shape,
    seenSources: z
      .array(z.int().min(1).max(1_000_000))
      .max(SOURCES_MAX)
      .optional()
      .openapi({
        description:
          "The `no` of each entry of `sourcesForReview` that you saw. An order that is held is refused (`order/sources-unseen`) where one of its sources for review is not among them. Without it all are cleared, also one that came after you looked.",
        example: [1],
      }),
  })
  .openapi("AdminDecisionBody");

/** With an order's id anybody manages it as its customer does, without a trace: few administrators see it. */
const SHOWN_ID = "The order's secret id to an approver; to everybody else its tracking code.";

export const adminOrderRowSchema = z
  .object({
    id: z.string().openapi({ description: SHOWN_ID, example: "482915037" }),
    trackingCode: z.string().openapi({ example: "482915037" }),
    status: z.enum(ORDER_STATUSES),
    state: z.enum(ORDER_STATES),
    reason: z.enum(ORDER_REASONS).nullable(),
    amounts: amountsSchema,
    sendCurrency: currencyCode("BTC"),
    sendAmount: decimal("What was ordered to be sent; `amounts` says what arrived.", "0.05"),
    receiveCurrency: currencyCode("USDT-TRC20"),
    receiveAmount: decimal("Net.", "2985.7"),
    orderType: z.enum(["floating", "fixed"]),
    mixed: z.boolean(),
    createdAt: instant("When it was created."),
    completedAt: instant("When it ended; null until then.").nullable(),
  })
  .openapi("AdminOrderRow");
export type AdminOrderRowWire = z.infer<typeof adminOrderRowSchema>;
export const adminOrderPageSchema = pageOf(adminOrderRowSchema).openapi("AdminOrderPage");

// The order's members again rather than an allOf, whose parts could not both forbid members that they do not name.
export const adminOrderSchema = z
  .object({
    ...orderSchema.shape,
    id: z.string().openapi({ description: SHOWN_ID, example: "482915037" }),
    children: z.array(z.string()).openapi({
      description: "Orders opened for money that came too late to join this one, named as `id` is.",
    }),
    parentId: z
      .string()
      .nullable()
      .openapi({ description: "Of an order that late money opened, named as `id` is.", example: null }),
    sourcesForReview: z
      .array(
        z.object({
          no: z.int().openapi({ description: "Names it in `seenSources`.", example: 1 }),
          txHash: z.string().nullable().openapi({ description: "Of the deposit.", example: null }),
          currency: currencyCode("BTC"),
          amount: decimal("Of the deposit.", "0.05"),
          found: z.enum(["listed", "unknown"]).openapi({
            description: "`listed`: on a list of addresses. `unknown`: the network does not show it.",
          }),
        }),
      )
      .openapi({
        description: "Sources of this order's money that a person has to look at.",
      }),
    events: z.array(
      z.object({
        at: instant("When."),
        type: z.string().openapi({ description: "What happened.", example: "deposit_seen" }),
        cause: z.string().openapi({ description: "Who or what caused it.", example: "watcher" }),
        state: z.enum(ORDER_STATES).openapi({ description: "The state after it." }),
      }),
    ),
    legs: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(["payout", "refund"]),
        currency: currencyCode("USDT-TRC20"),
        amount: decimal("What lands.", "2985.7"),
        status: z.enum(["planned", "sent", "final", "reversed"]),
        txHash: z.string().nullable(),
        attempts: z.array(
          z.object({
            txHash: z.string().nullable(),
            state: z.string().openapi({ example: "final" }),
            createdAt: instant("When."),
          }),
        ),
      }),
    ),
    ledger: z.array(
      z.object({
        at: instant("When."),
        account: z.string().openapi({ example: "customer" }),
        asset: currencyCode("BTC"),
        amount: decimal("Signed.", "-0.05"),
        kind: z.string().openapi({ example: "credit" }),
      }),
    ),
  })
  .openapi("AdminOrder");
export type AdminOrderWire = z.infer<typeof adminOrderSchema>;
