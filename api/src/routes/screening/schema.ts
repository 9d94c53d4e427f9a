import { z } from "@hono/zod-openapi";
import { addressInput, currencyInput } from "../../http/wire";

export const screeningBodySchema = z
  .strictObject({
    currency: currencyInput("BTC"),
    address: addressInput("The address to look up.", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"),
  })
  .openapi("ScreeningBody");

export const screeningSchema = z
  .object({
    result: z.enum(["clear", "listed"]),
    listDate: z.iso.date().nullable().openapi({
      description: "Date of the oldest list consulted; null when the operator keeps none.",
      example: "2026-01-01",
    }),
  })
  .openapi("Screening");
