import { z } from "@hono/zod-openapi";
import { eventText, RETRY, STILL_HERE } from "../../http/streams";
import { orderExample } from "./examples";
import { type OrderWire, orderSchema } from "./schema";

/** One event of an order's live stream, by the fields of the HTML standard (section 9.2). `data` is JSON text: parsed, the order. */
export const orderEventSchema = z
  .strictObject({
    id: z.string().regex(/^\d+$/).openapi({
      description: "The order's version. Send the last one as `Last-Event-ID` when you connect again.",
      example: "3",
    }),
    event: z.literal("order").openapi({ description: "The only kind of event." }),
    data: z
      .string()
      .openapi({
        description: "The order as JSON text, on one line.",
        ...textOf("application/json", { $ref: "#/components/schemas/Order" }),
      })
      .transform((text, context): unknown => {
        try {
          return JSON.parse(text);
        } catch {
          context.addIssue("not JSON");
          return z.NEVER;
        }
      })
      .pipe(orderSchema),
  })
  .openapi("OrderEvent", {
    description:
      "A server-sent event: a version of an order. Comments (lines that begin with a colon) and `retry`, in milliseconds, come between events.",
  });

/** The whole stream. OpenAPI 3.1 has no word for a sequence of events but JSON Schema's `contentSchema`. */
export const orderStreamSchema = z.string().openapi({
  ...textOf("text/event-stream", { type: "array", items: { $ref: "#/components/schemas/OrderEvent" } }),
});

/** What a string holds (JSON Schema 2020-12, Validation, section 8); the types of the contract's library lack these words. */
function textOf(contentMediaType: string, contentSchema: object): object {
  return { contentMediaType, contentSchema };
}

const TX_HASH = "9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a99887766554433221100ffeeddccb";
const PAYOUT_HASH = "4d1e7b2a90c35f68d2a1b4c7e8f90312a5b6c7d8e9f0a1b2c3d4e5f60718293a";

const confirming: OrderWire = {
  ...orderExample,
  state: "confirming",
  paymentInstructions: [],
  amounts: {
    ...orderExample.amounts,
    basis: "arrived",
    arrived: { amount: "0.05", currency: "BTC" },
  },
  confirmations: 1,
  deposits: [
    {
      txHash: TX_HASH,
      currency: "BTC",
      amount: "0.05",
      confirmations: 1,
      setAside: false,
      seenAt: "2026-01-31T11:59:30.000Z",
      child: null,
      url: null,
    },
  ],
};

const completed: OrderWire = {
  ...confirming,
  status: "completed",
  state: "completed",
  outcome: "exchanged",
  amounts: {
    ...confirming.amounts,
    basis: "exchanged",
    credited: confirming.amounts.arrived,
    exchanged: orderExample.amounts.ordered,
    paid: { amount: "2985.7", currency: "USDT-TRC20", networkFee: "0.8" },
  },
  completedAt: "2026-01-01T12:25:00.000Z",
  confirmations: 2,
  deposits: confirming.deposits.map((deposit) => ({ ...deposit, confirmations: 2 })),
  payouts: [
    {
      txHash: PAYOUT_HASH,
      currency: "USDT-TRC20",
      amount: "2985.7",
      address: orderExample.receiveAddress,
      status: "confirmed",
      url: null,
    },
  ],
  txHash: PAYOUT_HASH,
};

const versionText = (version: number, order: OrderWire): string =>
  eventText({ id: String(version), event: "order", json: order });

/** What comes over a stream, in its order; written by the same code as the real events. */
export const ORDER_STREAM_EXAMPLES = {
  opened: { summary: "At once: the order as it is", value: RETRY + versionText(1, orderExample) },
  changed: { summary: "At each change: the order again", value: versionText(3, confirming) },
  heartbeat: { summary: "Every 15 s: a comment", value: STILL_HERE },
  ended: { summary: "The order has ended, and so does the stream", value: versionText(9, completed) },
} as const;
