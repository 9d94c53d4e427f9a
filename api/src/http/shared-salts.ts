import type { Redis } from "ioredis";
import type { Clock, Random } from "../core/ports";
import { SALT_BYTES, SALT_MS, type Salts } from "./salts";

/** How long before its hour the next salt is asked for, so that no request has to wait for it. */
const AHEAD_MS = 60_000;

/**
 * Salts that all processes of one Redis share, one for each hour of the clock. Redis forgets each at the end of its hour.
 * While Redis does not answer, this process has one of its own.
 */
export function createSharedSalts(parts: { redis: Redis; prefix: string; clock: Clock; random: Random }) {
  const { redis, prefix, clock, random } = parts;
  const shared = new Map<number, Uint8Array>();
  const own = new Map<number, Uint8Array>();
  const hourOf = (now: number): number => Math.floor(now / SALT_MS);

  function forgetBefore(hour: number): void {
    for (const salts of [shared, own]) for (const at of salts.keys()) if (at < hour) salts.delete(at);
  }

  async function fetchOf(hour: number): Promise<void> {
    if (shared.has(hour)) return;
    const name = `${prefix}salt:${hour}`;
    const leftMs = (hour + 1) * SALT_MS - clock.now();
    const drawn = Buffer.from(random.bytes(SALT_BYTES)).toString("base64");
    // The first process's word is what all of them read.
    await redis.set(name, drawn, "PX", leftMs, "NX");
    const kept = await redis.get(name);
    if (kept !== null) shared.set(hour, Buffer.from(kept, "base64"));
  }

  return {
    /** Fetches the salt of this hour, and towards its end the next one. Throws when Redis does not answer. */
    async refresh(): Promise<void> {
      const now = clock.now();
      forgetBefore(hourOf(now));
      await fetchOf(hourOf(now));
      await fetchOf(hourOf(now + AHEAD_MS));
    },
    current() {
      const hour = hourOf(clock.now());
      const known = shared.get(hour) ?? own.get(hour);
      if (known !== undefined) return known;
      const drawn = random.bytes(SALT_BYTES);
      own.set(hour, drawn);
      return drawn;
    },
  } satisfies Salts & { refresh(): Promise<void> };
}
