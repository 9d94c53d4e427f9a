import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import type { z } from "@hono/zod-openapi";
import { type DeletionNoteWire, noteFactsSchema } from "../routes/retention/schema";

/** A new Ed25519 key as PKCS #8. */
export const newNoteKey = (): Uint8Array =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" });

/** Signs what was forgotten (Ed25519, RFC 8032), so that its holder can claim later money without us knowing the order. */
export function signNote(
  privateKey: Uint8Array,
  facts: Pick<DeletionNoteWire, "deletedAt" | "addresses">,
): DeletionNoteWire {
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
  note: Pick<DeletionNoteWire, "payload" | "signature">,
): z.infer<typeof noteFactsSchema> | null {
  const key = createPublicKey(
    createPrivateKey({ key: Buffer.from(privateKey), format: "der", type: "pkcs8" }),
  );
  const signature = Buffer.from(note.signature, "base64url");
  if (!verify(null, Buffer.from(note.payload, "utf8"), key, signature)) return null;
  const facts = noteFactsSchema.safeParse(JSON.parse(note.payload));
  return facts.success ? facts.data : null;
}
