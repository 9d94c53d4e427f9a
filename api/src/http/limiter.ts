import { createHmac } from "node:crypto";
import type { Clock, Random, TimeMs } from "../core/ports";

type Window = { endsAt: TimeMs; count: number };

/**
 * The number of requests that one caller may make in a window of time. The name separates its counters from those of
 * other limits.
 */
export type Limit = {
  name: string;
  requests: number;
  windowMs: number;
  /** Counts by the requested path for all callers together; counts by client where it is left out. */
  per?: "path";
};

const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;

/** Keys remembered per limit; beyond, the oldest is forgotten, so that a flood of addresses cannot fill the memory. */
const KEYS_MAX = 50_000;

/** `taken`, or the time until which to wait. */
export type Take = { taken: true } | { taken: false; retryAfterS: number };

export type Limits = {
  /** Counts one request of `key` against a limit; at the limit it is not counted. */
  take(limit: Limit, key: string): Take;
  /** Takes one count back: the request turned out not to be of the limited kind. */
  giveBack(limit: Limit, key: string): void;
  /** Whether limits are lifted (SOTTO_LIMITS=off). */
  readonly lifted: boolean;
};

/** Counters in fixed windows that begin with a key's first request, in the memory of this process only. */
export function createLimits(options: { clock: Clock; lifted: boolean }): Limits {
  const windows = new Map<string, Map<string, Window>>();
  const windowOf = ({ name, windowMs }: Limit, key: string, now: TimeMs) => {
    const byKey = windows.get(name) ?? new Map<string, Window>();
    windows.set(name, byKey);
    const known = byKey.get(key);
    if (known && known.endsAt > now) return known;
    // Deleted first, so that the map's order stays the order of window starts and its first entry is the oldest.
    byKey.delete(key);
    const oldest = byKey.size >= KEYS_MAX ? byKey.keys().next().value : undefined;
    if (oldest !== undefined) byKey.delete(oldest);
    const fresh = { endsAt: now + windowMs, count: 0 };
    byKey.set(key, fresh);
    return fresh;
  };
  return {
    lifted: options.lifted,
    take: (limit, key) => {
      if (options.lifted) return { taken: true };
      const now = options.clock.now();
      const window = windowOf(limit, key, now);
      if (window.count >= limit.requests) {
        return { taken: false, retryAfterS: Math.ceil((window.endsAt - now) / SECOND_MS) };
      }
      window.count++;
      return { taken: true };
    },
    giveBack: ({ name }, key) => {
      const window = windows.get(name)?.get(key);
      if (window && window.count > 0) window.count--;
    },
  };
}

/**
 * Turns a network address into the key of its limits: an HMAC with a salt that stays in memory for an hour, so that
 * nothing kept here reveals an address. IPv6 clients count by their /64.
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
