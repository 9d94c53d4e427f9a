import { z } from "@hono/zod-openapi";
import { addressInput, amountInput, currencyCode, currencyInput, decimal } from "../../http/wire";

const TX_EXAMPLE = "9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a99887766554433221100ffeeddccb";

export const simnetPayBodySchema = z
  .strictObject({
    currency: currencyInput("BTC"),
    address: addressInput("Whom to pay.", "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr"),
    amount: amountInput("How much.", "0.05"),
    from: addressInput("A made-up source address.", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu").optional(),
  })
  .openapi("SimnetPayBody");

export const simnetTransactionSchema = z
  .object({ txHash: z.string().openapi({ example: TX_EXAMPLE }) })
  .openapi("SimnetTransaction");

export const simnetMineBodySchema = z
  .strictObject({ currency: currencyInput("BTC"), blocks: z.int().min(1).max(1000).openapi({ example: 2 }) })
  .openapi("SimnetMineBody");

export const simnetReorgBodySchema = z
  .strictObject({ currency: currencyInput("BTC"), depth: z.int().min(1).max(100).openapi({ example: 1 }) })
  .openapi("SimnetReorgBody");

export const simnetHeightSchema = z
  .object({
    currency: currencyCode("BTC"),
    height: z.int().openapi({ description: "Of the tip now.", example: 812 }),
  })
  .openapi("SimnetHeight");

export const simnetDropBodySchema = z
  .strictObject({
    txHash: z
      .string()
      .min(1)
      .max(128)
      .openapi({ description: "An unconfirmed transaction.", example: TX_EXAMPLE }),
  })
  .openapi("SimnetDropBody");

export const simnetBalanceParams = z.object({
  currency: z.string().openapi({ param: { name: "currency", in: "path" }, example: "BTC" }),
  address: z.string().openapi({
    param: { name: "address", in: "path" },
    example: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  }),
});
export const simnetBalanceSchema = z
  .object({ currency: currencyCode("BTC"), address: z.string(), balance: decimal("Confirmed.", "0.05") })
  .openapi("SimnetBalance");
