import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createBotClient } from "./client";

test("a server that hangs is given up on by those too who still wait for their turn", async () => {
  let requests = 0;
  const server = createServer(() => {
    requests++;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = createBotClient({
    apiUrl: `http://127.0.0.1:${port}`,
    botSecret: undefined,
    answerMsMax: 500,
  });
  const asked = Array.from({ length: 60 }, () => client.GET("/api/exchange-rates"));
  const ended = await Promise.allSettled(asked);
  server.closeAllConnections();
  server.close();
  expect(ended.every(({ status }) => status === "rejected")).toBe(true);
  // Those that waited are not asked for any more, each for as long again.
  expect(requests).toBeLessThan(60);
});
