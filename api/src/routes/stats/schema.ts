import { z } from "@hono/zod-openapi";
import { decimal, instant } from "../../http/wire";

export const statsSchema = z
  .object({
    window: z
      .object({
        from: instant("Start of the first day (UTC).", "2025-12-03T00:00:00.000Z"),
        to: instant("When the figures were computed; at most about a minute ago."),
        days: z
          .int()
          .openapi({ description: "Calendar days in UTC, the current one included.", example: 30 }),
      })
      .openapi({ description: "What `orders` to `completionSeconds` cover." }),
    orders: z.int().openapi({
      description:
        "Orders that ended in the window with money of a customer's: completed, refunded or failed. Unpaid ones do not count.",
      example: 1204,
    }),
    completed: z.int().openapi({ description: "Those that paid out the currency asked for.", example: 1180 }),
    successRate: decimal(
      "Percent, rounded down to two places: completed ÷ (completed + failed + refunded because of us: the rate was not honoured, the reserve was short, or the payout failed). A refund that the deposit itself led to (amount, time, currency or source) counts on neither side. Null without an order that counts.",
      "99.91",
    ).nullable(),
    completionSeconds: z
      .object({
        median: z.int().openapi({ example: 380 }),
        p95: z.int().openapi({ description: "95 of 100 were not slower.", example: 1500 }),
      })
      .nullable()
      .openapi({
        description:
          "From the first sight of the deposit to the payout's finality, of completed orders, waits for a customer's decision included; rounded up to two significant digits. Null where none was completed.",
      }),
    exchangesTotal: z
      .int()
      .openapi({ description: "All orders ever completed here, forgotten ones too.", example: 52310 }),
    uptime: decimal(
      "Percent of the window's whole hours, as far as they are known, in which every process that orders need recorded its heartbeats; rounded down to two places. Null below a day.",
      "99.97",
    ).nullable(),
    currencies: z.int().openapi({ description: "Currencies that are active now.", example: 17 }),
    fee: decimal("The service fee of an exchange in percent of the sent amount.", "0.45"),
    enough: z.boolean().openapi({
      description: "False below 100 orders in the window: then show `targets`, labelled as targets.",
      example: true,
    }),
    targets: z
      .object({
        successRate: decimal("Percent.", "99.9"),
        completionSeconds: z.int().openapi({ example: 600 }),
        uptime: decimal("Percent.", "99.9"),
      })
      .openapi({ description: "What the service aims at; not a measurement." }),
  })
  .openapi("Stats");
export type StatsWire = z.infer<typeof statsSchema>;
