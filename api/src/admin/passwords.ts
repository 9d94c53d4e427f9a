import { hash, hashRaw, verify } from "@node-rs/argon2";
import type { Random } from "../core/ports";

/** OWASP's first choice for argon2id; the library's default algorithm is argon2id. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id in PHC form, with a salt of its own. */
export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2);

export const isPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, password);

/** 120 random bits, to be typed once. */
export const newPassword = (random: Random): string => Buffer.from(random.bytes(15)).toString("base64url");

/** 32 bytes of argon2id, the same for the same code and salt: a recovery code has too few bits for a plain hash. */
export const hashRecoveryCode = (code: string, salt: Uint8Array): Promise<Uint8Array> =>
  hashRaw(code, { ...ARGON2, salt, outputLen: 32 });
