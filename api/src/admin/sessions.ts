import { createHash } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { type Problem, problem } from "../core/errors";
import type { Clock, Random, TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import { createLoginDelay } from "./login-delay";
import type { AdminRole } from "./roles";
import {
  deleteSession,
  deleteSessionsBefore,
  findAdmin,
  hasAnyAdmin,
  insertSession,
  saveAdmin,
  touchSession,
} from "./store";

export type Administrator = {
  id: string;
  username: string;
  role: AdminRole;
  /** Whether logins need a one-time code. */
  totp: boolean;
};

export type AdminSessions = {
  /** Error: the same `auth/failed` whatever was wrong. */
  login(input: {
    username: string;
    password: string;
  }): Promise<Result<{ token: string; expiresAt: TimeMs; admin: Administrator }, Problem>>;
  /** The administrator behind a token; undefined when it is unknown, idle for 30 min, 8 h old or revoked. */
  authenticate(token: string): Promise<Administrator | undefined>;
  logout(token: string): Promise<void>;
};

/** OWASP's first choice for argon2id; the library's default algorithm is argon2id. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const IDLE_MS = 30 * 60_000;
const AGE_MS_MAX = 8 * 3600_000;

/** Logins of administrators: argon2id passwords, tokens of 256 random bits of which the database knows hashes alone. */
export function createAdminSessions(options: {
  database: Database;
  clock: Clock;
  random: Random;
  /** SOTTO_LIMITS=off lifts the growing delay. */
  isDelayLifted: boolean;
  sleep?: (ms: number) => Promise<void>;
}): AdminSessions {
  const { database, clock, random } = options;
  const sleep = options.sleep ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  const delay = createLoginDelay();
  let dummyHash: Promise<string> | undefined;
  const hashOf = async (found: { passwordHash: string } | undefined): Promise<string> => {
    if (found) return found.passwordHash;
    // An unknown name takes as long as a wrong password.
    dummyHash ??= hash(randomToken(random), ARGON2);
    return dummyHash;
  };
  return {
    login: async ({ username, password }) => {
      if (!options.isDelayLifted) await sleep(delay.beforeAttemptMs(username));
      // PostgreSQL cannot hold U+0000, so nobody has such a name.
      const found = username.includes("\u0000") ? undefined : await findAdmin(database, username);
      const isRight = await verify(await hashOf(found), password);
      if (!found || !isRight) {
        delay.failed(username);
        return err(problem("auth/failed"));
      }
      delay.succeeded(username);
      const now = clock.now();
      const token = randomToken(random);
      const expiresAt = now + AGE_MS_MAX;
      await deleteSessionsBefore(database, now);
      await insertSession(database, {
        tokenHash: tokenHash(token),
        adminId: found.id,
        createdAt: now,
        lastSeenAt: now,
        expiresAt,
      });
      const { role } = found;
      return ok({ token, expiresAt, admin: { id: found.id, username, role, totp: false } });
    },
    authenticate: (token) => {
      const now = clock.now();
      return touchSession(database, { tokenHash: tokenHash(token), now, seenAfter: now - IDLE_MS });
    },
    logout: (token) => deleteSession(database, tokenHash(token)),
  };
}

/**
 * Makes sure that somebody can log in: with a password given, the account of that name has it; without one, a password
 * is generated when there is no administrator yet, and returned this once.
 */
export async function ensureFirstAdmin(options: {
  database: Database;
  clock: Clock;
  random: Random;
  username?: string | undefined;
  password?: string | undefined;
}): Promise<{ username: string; password?: string }> {
  const { database, clock, random } = options;
  const username = options.username ?? "admin";
  const isGenerated = options.password === undefined;
  if (isGenerated && (await hasAnyAdmin(database))) return { username };
  const password = options.password ?? Buffer.from(random.bytes(15)).toString("base64url");
  const known = await findAdmin(database, username);
  if (!known || !(await verify(known.passwordHash, password))) {
    const passwordHash = await hash(password, ARGON2);
    const id = Buffer.from(random.bytes(16)).toString("base64url");
    await saveAdmin(database, { id, username, passwordHash, createdAt: clock.now(), role: "approver" });
  }
  return isGenerated ? { username, password } : { username };
}

const randomToken = (random: Random): string => Buffer.from(random.bytes(32)).toString("base64url");
const tokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");
