import { z } from "@hono/zod-openapi";
import { currencyCode, decimal, instant } from "../../http/wire";

/** The last comparison of an asset's books with its chain. */
export const comparisonSchema = z.object({
  currency: currencyCode("ETH"),
  at: instant("Of the last finished comparison; null while the first is under way.").nullable(),
  compared: z.int().openapi({ description: "Addresses compared so far.", example: 500 }),
  addresses: z.int().openapi({ description: "Addresses to compare.", example: 1200 }),
  difference: decimal("What the chain has above the books. Below zero, coins are missing.", "0"),
  unexplained: decimal(
    "Coins of no known cause that were there for an hour: they are booked as unallocated, and taken back when their cause is booked.",
    "0",
  ),
  frozen: z.boolean().openapi({ description: "Payouts wait: three comparisons in a row missed coins." }),
  booking: z
    .enum(["asked", "booked", "refused"])
    .nullable()
    .openapi({ description: "What became of the last request to book missing coins out.", example: null }),
});
