import { createCipheriv, createDecipheriv } from "node:crypto";
import type { Random } from "../core/ports";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/** Seals bytes with a 32-byte key (AES-256-GCM): nonce, ciphertext, tag. */
export function seal(key: Uint8Array, plain: Uint8Array, random: Random): Uint8Array {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** What was sealed; null when the key is another one or a byte was changed. */
export function unseal(key: Uint8Array, sealed: Uint8Array): Uint8Array | null {
  if (key.length !== KEY_BYTES || sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
