import { mkdtempSync, rmSync, statSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callPeer, servePeers } from "./peer";

test("what is of one connection only is not passed on: a peer would end ours while we still write", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sotto-peer-"));
  const socket = { path: join(folder, "peer.sock"), secret: "s".repeat(40) };
  const end = await servePeers(socket, async (request) => Response.json(Object.fromEntries(request.headers)));
  const headers = { connection: "close", "keep-alive": "timeout=1", "x-kept": "yes" };
  const answer = await callPeer(socket)(new Request("http://peer/", { method: "POST", body: "{}", headers }));
  const seen = (await answer.json()) as Record<string, string>;
  await end();
  rmSync(folder, { recursive: true });
  expect(seen).toMatchObject({ "x-kept": "yes" });
  expect(seen.connection).not.toBe("close");
  expect(seen["keep-alive"]).toBeUndefined();
});

test("ends no idle connection: the next call may be on its way", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sotto-peer-"));
  const socket = { path: join(folder, "peer.sock"), secret: "s".repeat(40) };
  const end = await servePeers(socket, async () => new Response("kept"));
  const headers = { "x-sotto-peer": socket.secret };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ socketPath: socket.path, headers }, resolve).on("error", reject);
  });
  answer.resume();
  await end();
  rmSync(folder, { recursive: true });
  expect(answer.statusCode).toBe(200);
  // A server that ends idle connections says after what time.
  expect(answer.headers["keep-alive"]).toBeUndefined();
});

test("is opened by its own user only, and answers who knows the secret", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sotto-peer-"));
  const socket = { path: join(folder, "peer.sock"), secret: "s".repeat(40) };
  const end = await servePeers(socket, async () => new Response("told"));
  const { mode } = statSync(socket.path);
  const ask = (secret: string) => callPeer({ ...socket, secret })(new Request("http://peer/"));
  const answers = await Promise.all(["s".repeat(40), "s".repeat(39), "", "t".repeat(40)].map(ask));
  await end();
  rmSync(folder, { recursive: true });
  expect(mode & 0o777).toBe(0o600);
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 401]);
});
