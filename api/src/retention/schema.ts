import { z } from "@hono/zod-openapi";
import { currencyCode, instant } from "../http/wire";

export const deletionNoteSchema = z
  .object({
    deletedAt: instant("When the order was deleted."),
    addresses: z.array(z.object({ currency: currencyCode("BTC"), address: z.string() })).openapi({
      description:
        "The deposit addresses of the order and its children. Money that comes there later belongs to nobody, until this note claims it.",
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

export type DeletionNoteWire = z.infer<typeof deletionNoteSchema>;
