import type { Clock, TimeMs } from "../core/ports";
import { type Budget, budgetsOf, type Client } from "./client";

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

/** By whom a limit counts: `everyone` together, or each client, key of /api/v1, requested path, order, and so on. */
export type CountedBy = "client" | "key" | "path" | "order" | "everyone" | "code" | "tail";

/** A limit that an operation's own code counts, as the contract states it. */
export type StatedLimit = {
  /** The most of them. */
  requests: number;
  /** Null: at a time. */
  windowMs: number | null;
  countedBy: CountedBy;
  /** Which requests, or what of a caller's that is open. */
  counts: "misses" | "unpaid" | "streams";
};

const SECOND_MS = 1000;

/** Keys remembered per limit; beyond, the oldest is forgotten, so that a flood of addresses cannot fill the memory. */
const KEYS_MAX = 50_000;

/** `taken`, or the time until which to wait. */
export type Take = { taken: true } | { taken: false; retryAfterS: number };

/** A client, or the key of a single budget. */
export type Limited = Client | string;

export type Limits = {
  /** Counts one request against every budget of whom it comes from; where one of them is used up it is not counted. */
  take(limit: Limit, who: Limited): Take | Promise<Take>;
  /** Takes one count back: the request turned out not to be of the limited kind. */
  giveBack(limit: Limit, who: Limited): void;
  /** Whether limits are lifted (SOTTO_LIMITS=off). */
  readonly lifted: boolean;
};

/** Counters that several processes share. Neither throws: while they cannot be reached, everything is taken. */
export type SharedCounters = {
  take(limit: Limit, budgets: readonly Budget[]): Promise<Take>;
  giveBack(limit: Limit, budgets: readonly Budget[]): void;
};

/**
 * Counts in the memory of this process, and then in the `shared` counters, where there are any. So what this process refuses by
 * itself does not reach them, and their loss lifts no limit.
 */
export function createLimits(options: {
  clock: Clock;
  lifted: boolean;
  shared?: SharedCounters | undefined;
}): Limits {
  const { lifted, shared } = options;
  const own = createOwnCounters(options.clock);
  return {
    lifted,
    take: (limit, who) => {
      if (lifted) return { taken: true };
      const budgets = limitedBudgets(who);
      const take = own.take(limit, budgets);
      return take.taken && shared !== undefined ? takeShared(shared, limit, budgets) : take;
    },
    giveBack: (limit, who) => {
      if (lifted) return;
      const budgets = limitedBudgets(who);
      own.giveBack(limit, budgets);
      shared?.giveBack(limit, budgets);
    },
  };

  async function takeShared(counters: SharedCounters, limit: Limit, budgets: readonly Budget[]) {
    const take = await counters.take(limit, budgets);
    if (!take.taken) own.giveBack(limit, budgets);
    return take;
  }
}

/** Counters in fixed windows that begin with a key's first request, in the memory of this process only. */
function createOwnCounters(clock: Clock) {
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
    take(limit: Limit, budgets: readonly Budget[]): Take {
      const now = clock.now();
      const counted: Window[] = [];
      // The widest first: while it is used up, no window is made for each of the many that share it.
      for (const { key, times } of budgets.toReversed()) {
        const window = windowOf(limit, key, now);
        if (window.count >= limit.requests * times) {
          for (const earlier of counted) earlier.count--;
          return { taken: false, retryAfterS: Math.ceil((window.endsAt - now) / SECOND_MS) };
        }
        window.count++;
        counted.push(window);
      }
      return { taken: true };
    },
    giveBack({ name }: Limit, budgets: readonly Budget[]): void {
      for (const { key } of budgets) {
        const window = windows.get(name)?.get(key);
        if (window && window.count > 0) window.count--;
      }
    },
  };
}

const limitedBudgets = (who: Limited): readonly Budget[] =>
  typeof who === "string" ? [{ key: who, times: 1 }] : budgetsOf(who);
