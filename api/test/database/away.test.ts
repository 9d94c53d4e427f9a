import { connect, createServer, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { connectServer } from "../../src/db/connect";
import { isDatabaseUnavailable } from "../../src/db/unavailable";
import { openTestDatabase, type TestDatabase } from "../postgres/database";
import { freePort } from "../server";

let made: TestDatabase;
let proxy: Server | undefined;

beforeAll(async () => {
  made = await openTestDatabase("empty");
});
afterAll(() => made.drop());
afterEach(() => {
  proxy?.close();
});

const urlAt = (port: number): string => {
  const url = new URL(made.url);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  // The proxy is on no socket of a folder.
  url.searchParams.delete("host");
  return url.toString();
};

it("waits for a database that is away when the service starts", async () => {
  const port = await freePort();
  const said: string[] = [];
  const connecting = connectServer({
    databaseUrl: urlAt(port),
    dataDir: "",
    log: (text) => said.push(text),
  });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const { hostname, port: real } = new URL(made.url);
  proxy = createServer((socket) => {
    const upstream = connect(Number(real), hostname);
    socket.pipe(upstream).pipe(socket);
    socket.on("error", () => upstream.destroy());
    upstream.on("error", () => socket.destroy());
  }).listen(port, "127.0.0.1");
  expect((await connecting).url).toBe(urlAt(port));
  expect(said).toEqual([expect.stringMatching(/^database: it does not answer yet/)]);
}, 30_000);

it("does not wait where the database refuses the login", async () => {
  const url = new URL(made.url);
  url.password = "wrong";
  const began = performance.now();
  await expect(connectServer({ databaseUrl: url.toString(), dataDir: "", log: () => {} })).rejects.toThrow();
  expect(performance.now() - began).toBeLessThan(20_000);
});

it("is away where its machine does not answer or its name is not known, as where its port is closed", () => {
  const wrapped = (code: string): Error =>
    new Error("Failed query", { cause: Object.assign(new Error("connect"), { code }) });
  const codes = ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "EAI_AGAIN", "ENOTFOUND"];
  expect(codes.filter((code) => !isDatabaseUnavailable(wrapped(code)))).toEqual([]);
  expect(isDatabaseUnavailable(wrapped("42501"))).toBe(false);
});
