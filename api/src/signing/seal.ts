import { createCipheriv, createDecipheriv } from "node:crypto";
import type { Random } from "../core/ports";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/** Seals bytes with a 32-byte key (AES-256-GCM) for an owner: nonce, ciphertext, tag. The owner's name is authenticated only. */
export function seal(
  key: Uint8Array,
  { plain, owner }: { plain: Uint8Array; owner: string },
  random: Random,
): Uint8Array {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** What was sealed; null when the key or the owner is another one, or a byte was changed. */
export function unseal(
  key: Uint8Array,
  { sealed, owner }: { sealed: Uint8Array; owner: string },
): Uint8Array | null {
  if (key.length !== KEY_BYTES || sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
