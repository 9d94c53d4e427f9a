import commonPasswords from "fxa-common-password-list";
import type { ProblemCode } from "../core/errors";

/** In characters, as a person counts them. */
export const PASSWORD_LENGTH_MIN = 12;

/** What is wrong with a password that somebody chose; null when it will do. */
export function faultOfPassword(
  password: string,
): Extract<ProblemCode, "password/short" | "password/common"> | null {
  if ([...password].length < PASSWORD_LENGTH_MIN) return "password/short";
  return isCommon(password.toLowerCase()) ? "password/common" : null;
}

/** Guessing programs put figures and signs after the words of such a list before they try anything else. */
const isCommon = (password: string): boolean =>
  commonPasswords.test(password) || commonPasswords.test(password.replace(/[^\p{L}]+$/u, ""));
