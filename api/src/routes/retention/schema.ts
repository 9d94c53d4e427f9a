import { z } from "@hono/zod-openapi";
import { addressInput, currencyCode, decimal, instant } from "../../http/wire";

export const claimBodySchema = z
  .strictObject({
    payload: z.string().max(12_000).openapi({ description: "Of the deletion note, to the letter." }),
    signature: z.string().max(200).openapi({ description: "Of the deletion note." }),
    refundAddress: addressInput(
      "Where the money goes, on the network that it came by.",
      "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    ),
  })
  .openapi("ClaimBody");
export type ClaimBody = z.infer<typeof claimBodySchema>;

export const claimedSchema = z
  .object({
    id: z.string().openapi({
      description: "The secret of the order that refunds it.",
      example: "5q0Zt1VZ3mQ2o7h1v0y6Kg",
    }),
    trackingCode: z.string().openapi({ example: "482915037" }),
    refundAddress: z.string().openapi({
      description: "Where it is sent: the address of the first claim, which later ones do not change.",
      example: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    }),
    currency: currencyCode("BTC"),
    amount: decimal("What came; the network fee is deducted.", "0.031"),
  })
  .openapi("Claimed");

export const deletionNoteSchema = z
  .object({
    deletedAt: instant("When the order was deleted."),
    addresses: z.array(z.object({ currency: currencyCode("BTC"), address: z.string() })).openapi({
      description:
        "The deposit addresses of the order and its children. Money that comes there later has no owner until this note claims it.",
    }),
    payload: z.string().openapi({ description: "The text that is signed: both fields above, as JSON." }),
    signature: z
      .string()
      .openapi({ description: "Ed25519 (RFC 8032) over the payload in UTF-8; base64url." }),
    publicKey: z
      .string()
      .openapi({ description: "The service's key for deletion notes: 32 bytes, base64url." }),
  })
  .openapi("DeletionNote");
