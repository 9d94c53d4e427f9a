import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { openRedisStorage } from "./redis-storage";
import { newSession } from "./session";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Speaks as much of Redis's protocol (RESP2) as the storage asks for; keeps what was set, with its time to live. */
async function startRedis() {
  const kept = new Map<string, { text: string; ttlMs: number }>();
  const bulk = (text: string | undefined) =>
    text === undefined ? "$-1\r\n" : `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
  const answer = ([name = "", key = "", text = "", , ttl = ""]: string[]): string => {
    switch (name.toLowerCase()) {
      case "set":
        kept.set(key, { text, ttlMs: Number(ttl) });
        return "+OK\r\n";
      case "get":
        return bulk(kept.get(key)?.text);
      case "del":
        return `:${kept.delete(key) ? 1 : 0}\r\n`;
      case "scan":
        return `*2\r\n${bulk("0")}*${kept.size}\r\n${[...kept.keys()].map(bulk).join("")}`;
      case "info":
        return bulk("redis_version:7.0.0\r\nloading:0\r\n");
      default:
        return "+OK\r\n";
    }
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("data", (chunk) => {
      // Small commands come whole: an array's parts are every second line after its head.
      for (const command of chunk.toString("utf8").split(/(?=^\*\d+\r\n)/m)) {
        const lines = command.split("\r\n");
        socket.write(answer(lines.slice(1).filter((_, at) => at % 2 === 1)));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, kept };
}

test("sessions are kept in Redis under their chats, for as long as they live", async () => {
  const redis = await startRedis();
  const storage = await openRedisStorage(redis.url, () => {});
  const session = { ...newSession(), orders: ["a"] };
  await storage.write("7", session);
  await storage.write("-8", newSession());
  redis.kept.set("sotto:bot:else", { text: "x", ttlMs: 0 });
  expect(await storage.read("7")).toEqual(session);
  expect(await storage.read("9")).toBeUndefined();
  const days = [...redis.kept.values()].map(({ ttlMs }) => ttlMs / 86_400_000);
  expect(days).toEqual([180, 30, 0]);
  const keys: string[] = [];
  for await (const key of storage.readAllKeys()) keys.push(key);
  expect(keys).toEqual(["7", "-8"]);
  await storage.delete("7");
  expect(await storage.read("7")).toBeUndefined();
  await storage.close();
});
