import type { Random } from "../core/ports";
import { hashRecoveryCode } from "./passwords";
import { newRecoveryCodes, plainRecoveryCode } from "./totp";

/** Fresh recovery codes as they are shown, and their hashes as they are kept. */
export async function makeRecoveryCodes(
  random: Random,
  salt: Uint8Array,
): Promise<{ codes: string[]; hashes: Uint8Array[] }> {
  const codes = newRecoveryCodes(random);
  const hashes = await Promise.all(
    codes.map((code) => hashRecoveryCode(plainRecoveryCode(code) ?? code, salt)),
  );
  return { codes, hashes };
}
