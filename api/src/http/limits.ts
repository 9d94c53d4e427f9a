import { createHmac } from "node:crypto";
import type { Clock, Random, TimeMs } from "../core/ports";

type Window = { endsAt: TimeMs; count: number };
type Limit = { requests: number; windowMs: number };

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The limits of design 4, each with its own buckets. */
const LIMITS = {
  read: { requests: 120, windowMs: MINUTE_MS },
  calculate: { requests: 60, windowMs: MINUTE_MS },
  "create-attempt": { requests: 60, windowMs: MINUTE_MS },
  create: { requests: 6, windowMs: MINUTE_MS },
  "create-hourly": { requests: 30, windowMs: HOUR_MS },
  poll: { requests: 60, windowMs: MINUTE_MS },
  act: { requests: 20, windowMs: MINUTE_MS },
  /** Of an order, whoever asks. */
  verify: { requests: 1, windowMs: 10 * SECOND_MS },
  track: { requests: 10, windowMs: MINUTE_MS },
  /** Of everybody together, so that codes cannot be guessed from many addresses. */
  "track-miss": { requests: 5, windowMs: SECOND_MS },
  "look-up": { requests: 60, windowMs: MINUTE_MS },
  session: { requests: 10, windowMs: MINUTE_MS },
  login: { requests: 5, windowMs: 15 * MINUTE_MS },
  admin: { requests: 120, windowMs: MINUTE_MS },
  /** Of a key of /api/v1, whoever bears it. */
  "api-key": { requests: 60, windowMs: MINUTE_MS },
  "api-key-orders": { requests: 1_000, windowMs: 24 * HOUR_MS },
  simnet: { requests: 60, windowMs: MINUTE_MS },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** Keys remembered per limit; beyond, the oldest is forgotten, so that a flood of addresses cannot fill the memory. */
const KEYS_MAX = 50_000;

/** `taken`, or the time until which to wait. */
export type Take = { taken: true } | { taken: false; retryAfterS: number };

export type Limits = {
  /** Counts one request of `key` against a limit; at the limit it is not counted. */
  take(name: LimitName, key: string): Take;
  /** Takes one count back: the request turned out not to be of the limited kind. */
  giveBack(name: LimitName, key: string): void;
  /** Whether limits are lifted (SOTTO_LIMITS=off). */
  readonly lifted: boolean;
};

/** Counters in fixed windows that begin with a key's first request; in this process's memory alone. */
export function createLimits(options: { clock: Clock; lifted: boolean }): Limits {
  const windows = Object.fromEntries(
    (Object.keys(LIMITS) as LimitName[]).map((name) => [name, new Map<string, Window>()]),
  ) as Record<LimitName, Map<string, Window>>;
  const windowOf = (name: LimitName, key: string, now: TimeMs) => {
    const byKey = windows[name];
    const known = byKey.get(key);
    if (known && known.endsAt > now) return known;
    // Deleted first, so that the map's order stays the order of window starts and its first entry is the oldest.
    byKey.delete(key);
    const oldest = byKey.size >= KEYS_MAX ? byKey.keys().next().value : undefined;
    if (oldest !== undefined) byKey.delete(oldest);
    const fresh = { endsAt: now + LIMITS[name].windowMs, count: 0 };
    byKey.set(key, fresh);
    return fresh;
  };
  return {
    lifted: options.lifted,
    take: (name, key) => {
      if (options.lifted) return { taken: true };
      const now = options.clock.now();
      const window = windowOf(name, key, now);
      if (window.count >= LIMITS[name].requests) {
        return { taken: false, retryAfterS: Math.ceil((window.endsAt - now) / SECOND_MS) };
      }
      window.count++;
      return { taken: true };
    },
    giveBack: (name, key) => {
      const window = windows[name].get(key);
      if (window && window.count > 0) window.count--;
    },
  };
}

/**
 * Turns a network address into the key of its limits: an HMAC with a salt that lives an hour in memory, so that
 * nothing kept here tells an address. IPv6 clients count by their /64.
 */
export function createClientKeys(options: { clock: Clock; random: Random }): (address: string) => string {
  let salt = options.random.bytes(32);
  let saltEndsAt = options.clock.now() + HOUR_MS;
  return (address) => {
    const now = options.clock.now();
    if (now >= saltEndsAt) {
      salt = options.random.bytes(32);
      saltEndsAt = now + HOUR_MS;
    }
    return createHmac("sha256", salt).update(network(address)).digest("base64url");
  };
}

function network(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!bare.includes(":")) return bare;
  const [head = "", tail] = bare.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
