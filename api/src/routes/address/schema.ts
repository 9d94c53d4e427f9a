import { z } from "@hono/zod-openapi";
import { addressInput, currencyInput } from "../../http/wire";

export const validateAddressBodySchema = z
  .strictObject({
    currency: currencyInput("BTC"),
    address: addressInput("The address to look at.", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"),
  })
  .openapi("ValidateAddressBody");

export const addressValidationSchema = z
  .object({
    valid: z.boolean(),
    normalized: z.string().nullable().openapi({
      description: "As it would be paid; null when invalid.",
      example: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    }),
    reason: z.string().nullable().openapi({ description: "A problem code; null when valid.", example: null }),
    message: z
      .string()
      .nullable()
      .openapi({ description: "The reason in the caller's language; null when valid.", example: null }),
    matches: z
      .array(z.string())
      .openapi({ description: "Every currency for which the address is valid.", example: ["BTC"] }),
  })
  .openapi("AddressValidation");
export type AddressValidationWire = z.infer<typeof addressValidationSchema>;
