import type { Limit, StatedLimit } from "../http/limiter";
import { STREAMS_PER_CLIENT_MAX, STREAMS_PER_TOPIC_MAX } from "../http/streams";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

type Rate = Omit<Limit, "name">;

const RATES = {
  read: { requests: 120, windowMs: MINUTE_MS },
  calculate: { requests: 60, windowMs: MINUTE_MS },
  createAttempt: { requests: 60, windowMs: MINUTE_MS },
  create: { requests: 6, windowMs: MINUTE_MS },
  createHourly: { requests: 30, windowMs: HOUR_MS },
  poll: { requests: 60, windowMs: MINUTE_MS },
  act: { requests: 20, windowMs: MINUTE_MS },
  /** An order's path counts, so that its chain is looked at no more often for several callers. */
  verify: { requests: 1, windowMs: 10 * SECOND_MS, per: "path" },
  /** Of a client, however many orders it has. */
  verifyAll: { requests: 20, windowMs: MINUTE_MS },
  track: { requests: 10, windowMs: MINUTE_MS },
  /** Of everybody together, so that codes cannot be guessed from many addresses. */
  trackMiss: { requests: 5, windowMs: SECOND_MS },
  /** Of one tail, so that who knows an address cannot look for its code from many addresses. */
  trackMissOfTail: { requests: 2, windowMs: SECOND_MS },
  /** Of one code, so that who knows a code cannot try addresses on it: a mix shows nothing of its own. */
  trackMissOfCode: { requests: 5, windowMs: 24 * HOUR_MS },
  lookUp: { requests: 60, windowMs: MINUTE_MS },
  session: { requests: 10, windowMs: MINUTE_MS },
  login: { requests: 5, windowMs: 15 * MINUTE_MS },
  /** More than logins, because a chosen password is often refused before it will do. */
  password: { requests: 15, windowMs: 15 * MINUTE_MS },
  admin: { requests: 120, windowMs: MINUTE_MS },
  /** Of a key of /api/v1, for all of its bearers together. */
  apiKey: { requests: 60, windowMs: MINUTE_MS },
  apiKeyOrders: { requests: 1_000, windowMs: 24 * HOUR_MS },
  simnet: { requests: 60, windowMs: MINUTE_MS },
  explore: { requests: 120, windowMs: MINUTE_MS },
} as const satisfies Record<string, Rate>;

/** The limits that operations declare, each with its own counters. */
export const LIMITS = Object.fromEntries(
  Object.entries(RATES).map(([name, rate]: [string, Rate]) => [name, { name, ...rate }]),
) as Readonly<Record<keyof typeof RATES, Limit>>;

/** Live streams of one key, as many times as one visitor may have. */
export const STREAMS_OF_KEY_TIMES = 5;

/** What operations count by themselves. */
export const STATED_LIMITS = {
  /** Each unpaid order holds reserve that others cannot use. */
  unpaid: { requests: 5, windowMs: null, countedBy: "client", counts: "unpaid" },
  /** An integrator's customers pay by themselves: its key may have more unpaid orders than one visitor. */
  unpaidOfKey: { requests: 100, windowMs: null, countedBy: "key", counts: "unpaid" },
  streamsOfOrder: {
    requests: STREAMS_PER_TOPIC_MAX,
    windowMs: null,
    countedBy: "order",
    counts: "streams",
  },
  streamsOfClient: {
    requests: STREAMS_PER_CLIENT_MAX,
    windowMs: null,
    countedBy: "client",
    counts: "streams",
  },
  streamsOfKey: {
    requests: STREAMS_PER_CLIENT_MAX * STREAMS_OF_KEY_TIMES,
    windowMs: null,
    countedBy: "key",
    counts: "streams",
  },
  trackMiss: { ...RATES.trackMiss, countedBy: "everyone", counts: "misses" },
  trackMissOfTail: { ...RATES.trackMissOfTail, countedBy: "tail", counts: "misses" },
  trackMissOfCode: { ...RATES.trackMissOfCode, countedBy: "code", counts: "misses" },
} as const satisfies Record<string, StatedLimit>;
