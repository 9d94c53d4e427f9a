import { z } from "@hono/zod-openapi";
import { addressInput, amountInput } from "../../http/wire";
import { DELAY_MINUTES } from "../../mixer/settings";
import { mismatchChoice } from "./schema-parts";

export const decisionBodySchema = z
  .strictObject({
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

export const refundAddressBodySchema = z
  .strictObject({
    address: addressInput("Where refunds go; can be set once.", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"),
  })
  .openapi("RefundAddressBody");

export const delayBodySchema = z
  .strictObject({
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
