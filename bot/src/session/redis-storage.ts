import { Redis } from "ioredis";
import { lifetimeMsOf } from "./session";
import { CHAT_KEY, parseSession, type SessionStorage } from "./storage";

const PREFIX = "sotto:bot:";

/** Sessions in Redis, each with its lifetime as its time to live. Throws when Redis does not answer at the start. */
export async function openRedisStorage(url: string, log: (line: string) => void): Promise<SessionStorage> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 3 });
  // The message would name the server, perhaps with its password.
  redis.on("error", () => log("redis does not answer"));
  await redis.connect();
  return {
    read: async (key) => {
      const text = await redis.get(PREFIX + key);
      return text === null ? undefined : parseSession(text);
    },
    write: async (key, session) => {
      await redis.set(PREFIX + key, JSON.stringify(session), "PX", lifetimeMsOf(session));
    },
    delete: async (key) => {
      await redis.del(PREFIX + key);
    },
    async *readAllKeys() {
      for await (const found of redis.scanStream({ match: `${PREFIX}*`, count: 500 })) {
        for (const name of found as string[]) {
          const key = name.slice(PREFIX.length);
          if (CHAT_KEY.test(key)) yield key;
        }
      }
    },
    sweep: async () => {},
    close: async () => {
      await redis.quit();
    },
  };
}
