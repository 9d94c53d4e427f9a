import { timingSafeEqual } from "node:crypto";
import { base32, base32nopad } from "@scure/base";
import { hotp } from "micro-key-producer/otp.js";
import { encodeQR } from "qr";
import type { Random, TimeMs } from "../core/ports";

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, 30 s. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** A code of the step before or after is accepted too, for clocks that differ (RFC 6238, section 5.2). */
const STEPS_AROUND = 1;
/** As long as SHA-1's output (RFC 4226, section 4). */
export const TOTP_SECRET_BYTES = 20;

const RECOVERY_CODES = 10;
const RECOVERY_PATTERN = /^[a-z2-7]{12}$/;

/** The time step whose code this is; null when it is none of now. */
export function stepOfCode(secret: Uint8Array, code: string, now: TimeMs): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const current = Math.floor(now / STEP_MS);
  let found: number | null = null;
  for (let step = current - STEPS_AROUND; step <= current + STEPS_AROUND; step++) {
    if (step >= 0 && isSame(codeOfStep(secret, step), code)) found = step;
  }
  return found;
}

/** The code of a time step. */
export const codeOfStep = (secret: Uint8Array, step: number): string =>
  hotp({ algorithm: "sha1", digits: DIGITS, interval: STEP_MS / 1000, secret }, step);

/** The step of a time. */
export const stepAt = (now: TimeMs): number => Math.floor(now / STEP_MS);

/** What a person needs to put a secret into an app: as text, as a URI, and that as a picture. */
export function showSecret(
  secret: Uint8Array,
  username: string,
): { secret: string; uri: string; qrCode: string } {
  const text = base32.encode(secret);
  const label = `Sotto:${encodeURIComponent(username)}`;
  const uri = `otpauth://totp/${label}?secret=${text}&issuer=Sotto&algorithm=SHA1&digits=${DIGITS}&period=30`;
  return { secret: text, uri, qrCode: encodeQR(uri, "svg", { ecc: "medium", border: 2 }) };
}

/** Fresh recovery codes of 60 random bits each, as they are shown. */
export const newRecoveryCodes = (random: Random): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const code = base32nopad.encode(random.bytes(8)).slice(0, 12).toLowerCase();
    return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
  });

/** A recovery code as it is hashed, however it was typed; null when it is none. */
export function plainRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, "");
  return RECOVERY_PATTERN.test(code) ? code : null;
}

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));
