import type { Logger } from "pino";
import { z } from "zod";
import type { MixKeys } from "../chains/signer";
import { dayOf } from "../core/instant";
import type { Clock, Random, TimeMs } from "../core/ports";
import { failureFacts } from "../db/failure";
import { type DailyKeys, endOfDay } from "./daily-keys";
import { KEY_BYTES, seal, unseal } from "./seal";

/** A seed that was sealed at the end of its day is kept with its order's settlement by then. */
export const KEY_KEPT_MS_MIN = 3_600_000;
/** The longest plan, 120 minutes and 10 for a round that waits, and a day in which it may have stood still. */
export const KEY_KEPT_MS_MAX = 130 * 60_000 + 86_400_000;

const SEED_BYTES = 32;
const sealing = z.strictObject({ orderId: z.string(), seed: z.instanceof(Uint8Array) });
const opening = z.strictObject({ orderId: z.string(), day: z.string(), sealed: z.instanceof(Uint8Array) });

/** Seals and opens seeds under the keys of their days. What it is asked comes from another process, and is parsed. */
export function createMixKeys(parts: { keys: DailyKeys; clock: Clock; random: Random }): MixKeys {
  const { keys, clock, random } = parts;
  return {
    async sealSeed(asked) {
      const { orderId: owner, seed: plain } = sealing.parse(asked);
      if (plain.length !== SEED_BYTES) throw new RangeError("a seed of another length");
      const day = dayOf(clock.now());
      const key = await keys.of(day);
      if (key.length !== KEY_BYTES) throw new RangeError("the key of the day is damaged");
      return { day, sealed: seal(key, { plain, owner }, random) };
    },
    async openSeed(asked) {
      const { orderId: owner, day, sealed } = opening.parse(asked);
      const key = await keys.read(day);
      return key === undefined ? null : unseal(key, { sealed, owner });
    },
  };
}

type Destruction = {
  keys: DailyKeys;
  /** The days under whose keys a seed is kept. */
  daysInUse(): Promise<ReadonlySet<string>>;
};

/**
 * Destroys the keys of past days: under which no seed is kept any more, and at a maximum age all of them, whatever the
 * database says. Returns the days.
 */
export async function destroyPastKeys({ keys, daysInUse }: Destruction, now: TimeMs): Promise<string[]> {
  const days = await keys.days();
  const old = days.filter((day) => now >= endOfDay(day) + KEY_KEPT_MS_MAX);
  // First, and without a word of the database, which may be away.
  for (const day of old) await keys.destroy(day);
  const past = days.filter((day) => now >= endOfDay(day) + KEY_KEPT_MS_MIN && !old.includes(day));
  if (past.length === 0) return old;
  const used = await daysInUse();
  const idle = past.filter((day) => !used.has(day));
  for (const day of idle) await keys.destroy(day);
  return [...old, ...idle];
}

/** Does that again and again, while the clock is right. Returns what ends it. */
export function watchPastKeys(
  parts: Destruction & { clock: Clock; time: { isTrusted(): boolean }; log: Pick<Logger, "error" | "info"> },
  everyMs: number,
): () => Promise<void> {
  const look = async (): Promise<void> => {
    if (!parts.time.isTrusted()) return;
    try {
      const days = await destroyPastKeys(parts, parts.clock.now());
      if (days.length > 0) parts.log.info({ days }, "keys of past days were destroyed");
    } catch (error) {
      parts.log.error(failureFacts(error), "keys of past days were not destroyed");
    }
  };
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
