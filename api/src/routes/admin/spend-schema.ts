import { z } from "@hono/zod-openapi";
import { chainId, instant } from "../../http/wire";
import { UNPLANNED_STATES } from "../../payouts/decisions";

export const spendParams = z.object({
  id: z
    .string()
    .regex(/^[1-9][0-9]{0,17}$/)
    .openapi({ param: { name: "id", in: "path" }, example: "1" }),
});
export const unplannedSpendSchema = z
  .object({
    id: z.string().openapi({ example: "1" }),
    chain: chainId,
    txHash: z
      .string()
      .nullable()
      .openapi({ description: "Null while a node counts it and does not show it." }),
    nonce: z.int().nullable().openapi({ description: "Of its sender, on account chains.", example: null }),
    state: z.enum(UNPLANNED_STATES).openapi({
      description: "`asked`: adopted, and booked once it is final. `adopted`: booked.",
    }),
    since: instant("When it was seen."),
    reason: z.string().nullable().openapi({ description: "The approver's." }),
  })
  .openapi("UnplannedSpend");
export type UnplannedSpendWire = z.infer<typeof unplannedSpendSchema>;
