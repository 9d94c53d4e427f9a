import type { AddressInfo } from "node:net";
import type { Update } from "grammy/types";
import { afterEach, expect, test } from "vitest";
import { createWebhookServer } from "./webhook";

const SECRET = "a-secret-of-this-test";
let close = (): void => {};
afterEach(() => close());

async function startServer(handled: Update[]) {
  const server = createWebhookServer({
    secret: SECRET,
    dispatch: async (update) => void handled.push(update),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => void server.close();
  const { port } = server.address() as AddressInfo;
  return (body: string, headers: Record<string, string> = {}, method = "POST") =>
    fetch(`http://127.0.0.1:${port}/any`, { method, headers, ...(method === "POST" && { body }) });
}

test("an update is taken with the secret alone", async () => {
  const handled: Update[] = [];
  const post = await startServer(handled);
  const body = JSON.stringify({ update_id: 5 });
  const header = "x-telegram-bot-api-secret-token";
  for (const headers of [{}, { [header]: "" }, { [header]: `${SECRET}x` }, { [header]: SECRET.slice(1) }]) {
    expect((await post(body, headers)).status).toBe(401);
  }
  expect(handled).toEqual([]);
  expect((await post(body, { [header]: SECRET })).status).toBe(200);
  expect(handled).toEqual([{ update_id: 5 }]);
  for (const wrong of ["", "{", "[]", '{"update_id":"5"}', `"${"x".repeat(1_100_000)}"`]) {
    expect((await post(wrong, { [header]: SECRET })).status).toBe(400);
  }
  expect((await post("", { [header]: SECRET }, "GET")).status).toBe(405);
  expect(handled).toHaveLength(1);
});
