import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createBotClient } from "./client";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function startServer(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const { port } = started.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

test("at most 16 requests run at a time, all run in the end, and one that fails passes its turn on", async () => {
  const requestsMax = 16;
  let [arrived, running, runningMax] = [0, 0, 0];
  let open = (): void => {};
  const full = new Promise<void>((resolve) => {
    open = resolve;
  });
  const apiUrl = await startServer(async (request, response) => {
    const at = arrived++;
    runningMax = Math.max(runningMax, ++running);
    if (arrived === requestsMax) open();
    await full;
    running--;
    if (at % 5 === 0) request.socket.destroy();
    else response.writeHead(200, { "content-type": "application/json" }).end("[]");
  });
  const client = createBotClient({ apiUrl, botSecret: undefined });
  const ended = await Promise.allSettled(Array.from({ length: 40 }, () => client.GET("/api/exchange-rates")));
  expect(arrived).toBe(40);
  expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(32);
  expect(runningMax).toBe(requestsMax);
});

test("requests to a server that hangs are given up, also those that still wait for their turn", async () => {
  let requests = 0;
  const apiUrl = await startServer(() => {
    requests++;
  });
  const client = createBotClient({ apiUrl, botSecret: undefined, answerMsMax: 500 });
  const asked = Array.from({ length: 60 }, () => client.GET("/api/exchange-rates"));
  const ended = await Promise.allSettled(asked);
  expect(ended.every(({ status }) => status === "rejected")).toBe(true);
  // A request whose wait was too long is never sent: it would wait as long again.
  expect(requests).toBeLessThan(60);
});
