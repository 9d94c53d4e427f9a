import { afterAll, beforeAll, expect, test } from "vitest";
import { createBotClient } from "../src/client";
import { clientKeyOf } from "../src/client-key";
import { createFollower } from "../src/orders/follower";
import { ADDRESSES } from "./addresses";
import { type RunningApi, startApi } from "./processes";

const SECRET = "a-secret-that-both-processes-of-this-test-know";
/** More than one client may look at in a minute. */
const CHATS = 70;

let api: RunningApi;
const starting = startApi({ SOTTO_LIMITS: "on", SOTTO_BOT_SECRET: SECRET });
beforeAll(async () => {
  api = await starting;
}, 180_000);
afterAll(async () => (await starting).stop());

test("many chats' orders are followed at once: each chat has limits of its own", async () => {
  const client = createBotClient({ apiUrl: api.url, botSecret: SECRET });
  const clientKey = clientKeyOf(SECRET);
  const ids = await Promise.all(
    Array.from({ length: CHATS }, async (_, chatId) => {
      const { data } = await client.POST("/api/exchanges", {
        headers: { "idempotency-key": crypto.randomUUID(), "x-sotto-client": clientKey(chatId) },
        body: {
          sendCurrency: "BTC",
          receiveCurrency: "USDT-TRC20",
          sendAmount: "0.01",
          receiveAddress: ADDRESSES["USDT-TRC20"],
        },
      });
      return data?.id ?? "";
    }),
  );
  expect(new Set(ids).size).toBe(CHATS);
  const notified = new Set<string>();
  const follower = createFollower({
    client,
    clientKey,
    notify: async (_, { id }) => {
      notified.add(id);
      return "active";
    },
    onUnknown: async () => {},
    log: () => {},
  });
  ids.forEach((id, chatId) => {
    follower.follow(chatId, id);
  });
  // Shorter than a limit's minute.
  await expect.poll(() => notified.size, { timeout: 40_000, interval: 50 }).toBe(CHATS);
  await follower.stop();
}, 120_000);
