import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { ASSET_CODES } from "../core/assets";

const noteFactsSchema = z.object({
  deletedAt: z.string(),
  addresses: z.array(z.object({ currency: z.enum(ASSET_CODES), address: z.string() })),
});

/** What a note is about: when the order was deleted (ISO 8601), and its family's deposit addresses. */
export type NoteFacts = z.infer<typeof noteFactsSchema>;

/** Signed facts: Ed25519 over the payload in UTF-8; signature and public key in base64url. */
export type DeletionNote = NoteFacts & { payload: string; signature: string; publicKey: string };

/** A new Ed25519 key as PKCS #8. */
export const newNoteKey = (): Uint8Array =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" });

/** Signs what was forgotten (Ed25519, RFC 8032), so that its bearer can claim later money without us knowing the order. */
export function signNote(privateKey: Uint8Array, facts: NoteFacts): DeletionNote {
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: "der", type: "pkcs8" });
  const { deletedAt, addresses } = facts;
  const payload = JSON.stringify({ deletedAt, addresses });
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  return {
    deletedAt,
    addresses,
    payload,
    signature: sign(null, Buffer.from(payload, "utf8"), key).toString("base64url"),
    publicKey: x,
  };
}

/** The facts of a note that this service signed; null for anything else. */
export function readNote(
  privateKey: Uint8Array,
  note: Pick<DeletionNote, "payload" | "signature">,
): NoteFacts | null {
  const key = createPublicKey(
    createPrivateKey({ key: Buffer.from(privateKey), format: "der", type: "pkcs8" }),
  );
  const signature = Buffer.from(note.signature, "base64url");
  if (!verify(null, Buffer.from(note.payload, "utf8"), key, signature)) return null;
  const facts = noteFactsSchema.safeParse(JSON.parse(note.payload));
  return facts.success ? facts.data : null;
}
