import { base64urlnopad } from "@scure/base";
import { type Problem, problem } from "../core/errors";
import type { Clock, Random, TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import type { MixerOffer } from "../mixer/kind";
import { hashSessionId, insertSession } from "../orders/store/session-store";

const SESSION_MS = 2 * 3_600_000;

/** Opens a session of the mixer: 128 random bits, kept as a hash. Error: `privacy/unavailable` where it is not offered. */
export async function openSession(parts: {
  database: Database;
  clock: Clock;
  random: Random;
  mixer: MixerOffer;
}): Promise<Result<{ sessionId: string; expiresAt: TimeMs }, Problem>> {
  if (!parts.mixer.offered) return err(problem("privacy/unavailable"));
  const sessionId = base64urlnopad.encode(parts.random.bytes(16));
  const expiresAt = parts.clock.now() + SESSION_MS;
  await insertSession(parts.database, { idHash: hashSessionId(sessionId), expiresAt });
  return ok({ sessionId, expiresAt });
}
