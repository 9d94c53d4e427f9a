import { z } from "@hono/zod-openapi";
import { currencyCode, decimal, instant } from "../../http/wire";
import { AMOUNT_BASES } from "../../orders/machine/amounts";
import { TRACKING_CODE_PATTERN } from "./ids";
import { state, status } from "./schema-parts";

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

export const trackQuery = z.object({
  tail: z
    .string()
    .regex(/^[A-Za-z0-9]{4}$/)
    .transform((tail) => tail.toLowerCase())
    .optional()
    .openapi({
      param: { name: "tail", in: "query" },
      type: "string",
      pattern: "^[A-Za-z0-9]{4}$",
      description:
        "The last four characters of an address that the order pays to, in upper or lower case. A wrong tail gets the same response as an unknown code.",
      example: "WYdH",
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
    basis: z.enum(AMOUNT_BASES).nullable().openapi({
      description: "Which amounts hold now, as in an order's `amounts`.",
      example: "exchanged",
    }),
    createdAt: instant("To 10 minutes.", "2026-01-01T12:00:00.000Z").nullable(),
    completedAt: instant("To 10 minutes; null until then.").nullable(),
    timeGrain: z.int().nullable().openapi({
      description: "To how many seconds the times are rounded down: the truth is within so many after them.",
      example: 600,
    }),
    sendAmount: decimal(
      "To 2 significant digits: what arrived; until then what was ordered.",
      "0.05",
    ).nullable(),
    sendCurrency: currencyCode("BTC").nullable(),
    receiveAmount: decimal(
      "To 2 significant digits: what the exchange brings; null where nothing is promised.",
      "2900",
    ).nullable(),
    receiveCurrency: currencyCode("USDT-TRC20").nullable(),
    refundAmount: decimal(
      "To 2 significant digits, in the sent currency: what goes or went back; null where nothing does.",
      "0.049",
    )
      .nullable()
      .openapi({ example: null }),
    receiveAddress: z.string().nullable().openapi({ description: "Its last 3 characters.", example: "YdH" }),
  })
  .openapi("Track");
export type TrackWire = z.infer<typeof trackSchema>;
