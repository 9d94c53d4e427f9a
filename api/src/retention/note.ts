import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import type { DeletionNoteWire } from "./schema";

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
