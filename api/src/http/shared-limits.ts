import { createHmac } from "node:crypto";
import { Redis } from "ioredis";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Clock, Random } from "../core/ports";
import type { Budget } from "./client";
import type { EdgeLog } from "./edge";
import type { Limit, SharedCounters, Take } from "./limiter";
import type { Salts } from "./salts";
import { createSharedSalts } from "./shared-salts";

const PREFIX = "sotto:limit:";
/** An answer that takes longer comes too late for the request that waits for it. */
const ANSWER_MS_MAX = 250;
/** How long Redis is left alone after it failed, so that not every request waits in vain. */
const PAUSE_MS = 1_000;
const REFRESH_MS = 10_000;

/** The counters that several public processes share, and the salt under which they know one client by the same key. */
export type SharedLimits = {
  counters: SharedCounters;
  salts: Salts;
  /** Whether Redis does not answer, so that this process counts by itself. */
  isLost(): boolean;
  close(): void;
};

/**
 * Opens the counters in Redis or Valkey. Does not wait for a server that does not answer: it is asked again every second. Keys
 * are hashed under the salt of the hour, and all that is written expires.
 */
export async function openSharedLimits(
  url: string,
  {
    clock,
    random,
    log,
    answerMsMax = ANSWER_MS_MAX,
  }: { clock: Clock; random: Random; log: EdgeLog; answerMsMax?: number },
): Promise<SharedLimits> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: answerMsMax * 4,
    commandTimeout: answerMsMax,
    retryStrategy: () => PAUSE_MS,
  });
  const salts = createSharedSalts({ redis, prefix: PREFIX, clock, random });
  const watch = createLossWatch({ clock, log });
  // What it says may name the server and its password.
  redis.on("error", watch.failed);
  const refresh = async (): Promise<void> => watch.asking(() => salts.refresh()).catch(() => undefined);
  await redis.connect().then(refresh, watch.failed);
  await warnOfFiles(redis, log).catch(() => undefined);
  const timer = setInterval(() => void refresh(), REFRESH_MS);
  timer.unref();
  return {
    counters: createCounters(redis, salts, watch),
    salts,
    isLost: watch.isLost,
    close() {
      clearInterval(timer);
      redis.disconnect();
    },
  };
}

type LossWatch = ReturnType<typeof createLossWatch>;

function createLossWatch({ clock, log }: { clock: Clock; log: EdgeLog }) {
  let isLost = false;
  let pausedUntil = 0;
  const failed = (): void => {
    pausedUntil = clock.now() + PAUSE_MS;
    if (isLost) return;
    isLost = true;
    log.error({}, "Redis does not answer: until it does, each http process counts limits by itself");
  };
  return {
    failed,
    isLost: () => isLost,
    isPaused: () => clock.now() < pausedUntil,
    /** Runs what asks Redis, and notes whether that answered. */
    async asking<Value>(ask: () => Promise<Value>): Promise<Value> {
      try {
        const value = await ask();
        if (isLost) log.warn({}, "Redis answers again: limits are counted for all http processes together");
        isLost = false;
        return value;
      } catch (error) {
        failed();
        throw error;
      }
    },
  };
}

/** At the limit a request is not counted, and taking back a count whose window has ended makes no new window. */
const COUNT = `
local count = tonumber(redis.call('get', KEYS[1]) or '0')
local by, most = tonumber(ARGV[1]), tonumber(ARGV[3])
if by < 0 then
  if count > 0 then count = redis.call('decr', KEYS[1]) end
elseif count >= most then
  return {most + 1, redis.call('pttl', KEYS[1])}
elseif redis.call('exists', KEYS[1]) == 1 then
  count = redis.call('incr', KEYS[1])
else
  redis.call('set', KEYS[1], 1, 'EX', ARGV[2])
  count = 1
end
return {count, redis.call('pttl', KEYS[1])}`;

function createCounters(redis: Redis, salts: Salts, watch: LossWatch): SharedCounters {
  const limiters = new Map<string, RateLimiterRedis>();
  const limiterOf = ({ name, requests, windowMs }: Limit, times: number): RateLimiterRedis => {
    const keyPrefix = `${PREFIX}${name}*${times}`;
    const known = limiters.get(keyPrefix);
    if (known) return known;
    const made = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix,
      points: requests * times,
      duration: windowMs / 1000,
      customIncrTtlLuaScript: COUNT,
    });
    limiters.set(keyPrefix, made);
    return made;
  };
  // Paths of orders and ids of API keys are keys as well.
  const hashed = (key: string): string =>
    createHmac("sha256", salts.current()).update(key).digest("base64url");

  async function takeOne(limit: Limit, { key, times }: Budget): Promise<Take> {
    const answer = await watch.asking(() =>
      limiterOf(limit, times)
        .consume(hashed(key))
        .catch((refusal: unknown) => {
          if (refusal instanceof RateLimiterRes) return refusal;
          throw refusal;
        }),
    );
    if (answer.consumedPoints <= limit.requests * times) return { taken: true };
    return { taken: false, retryAfterS: Math.max(1, Math.ceil(answer.msBeforeNext / 1000)) };
  }

  function giveBack(limit: Limit, budgets: readonly Budget[]): void {
    if (watch.isPaused()) return;
    for (const { key, times } of budgets)
      void watch.asking(() => limiterOf(limit, times).reward(hashed(key))).catch(() => undefined);
  }

  return {
    giveBack,
    async take(limit, budgets) {
      if (watch.isPaused()) return { taken: true };
      try {
        const takes = await Promise.all(budgets.map((budget) => takeOne(limit, budget)));
        const refused = takes.find((take) => !take.taken);
        if (refused === undefined) return { taken: true };
        giveBack(
          limit,
          budgets.filter((_, at) => takes[at]?.taken),
        );
        return refused;
      } catch {
        return { taken: true };
      }
    },
  };
}

/** Hashes of clients, and their salt above all, belong into no file. */
async function warnOfFiles(redis: Redis, log: EdgeLog): Promise<void> {
  const [, save] = (await redis.config("GET", "save")) as string[];
  const [, appendOnly] = (await redis.config("GET", "appendonly")) as string[];
  if (save || appendOnly === "yes")
    log.warn(
      {},
      'Redis writes its contents to files: set `save ""` and `appendonly no` for the one of REDIS_URL',
    );
}
