import { z } from "@hono/zod-openapi";
import { currencyCode, decimal, instant } from "../../http/wire";
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
