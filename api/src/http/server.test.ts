import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { freePort } from "../../test/server";
import { serveHttp } from "./server";

const SILENT = { error: () => {}, warn: () => {} };
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server that answers with the body that it was sent; returns all that it says to a client that sends `text` and waits. */
async function say(text: string, requestMsMax?: number): Promise<string> {
  const port = await freePort();
  const fetch = async (request: Request) => new Response(`got ${await request.text()}`);
  const where = {
    port,
    host: "127.0.0.1",
    drains: false,
    ...(requestMsMax === undefined ? {} : { requestMsMax }),
  };
  closers.push(await serveHttp({ fetch, retire: () => {}, log: SILENT }, where));
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  let heard = "";
  for await (const chunk of socket) heard += String(chunk);
  return heard;
}

const POST = "POST / HTTP/1.1\r\nHost: a.example\r\n";

it("serves a whole request", async () => {
  expect(await say(`${POST}Connection: close\r\nContent-Length: 2\r\n\r\nhi`)).toMatch(
    /^HTTP\/1\.1 200 [\s\S]*got hi/,
  );
});

it("refuses two Hosts, of which a proxy may have looked at the other one", async () => {
  const heard = await say(`${POST}hOST: b.example\r\nContent-Length: 2\r\n\r\nhi`);
  expect(heard).toMatch(/^HTTP\/1\.1 400 /);
  expect(heard).not.toContain("got hi");
});

it("ends a connection whose body does not come", async () => {
  expect(await say(`${POST}Content-Length: 2\r\n\r\nh`, 200)).toMatch(/^HTTP\/1\.1 408 /);
});

it("ends every answer of a connection that goes, also those that wait behind another", async () => {
  const port = await freePort();
  const [asked, ended] = [new Set<string>(), new Set<string>()];
  const fetch = async (request: Request, { outgoing }: { outgoing: ServerResponse }) => {
    const { pathname } = new URL(request.url);
    outgoing.on("close", () => ended.add(pathname));
    asked.add(pathname);
    // The first is never answered.
    return pathname === "/1" ? new Promise<Response>(() => {}) : new Response("answered");
  };
  const served = { fetch: fetch as never, retire: () => {}, log: SILENT };
  closers.push(await serveHttp(served, { port, host: "127.0.0.1", drains: false }));
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  const paths = ["/1", "/2", "/3", "/4"];
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`).join(""));
  await vi.waitFor(() => expect([...asked]).toEqual(paths), 60_000);
  expect(ended.size).toBe(0);
  socket.destroy();
  await vi.waitFor(() => expect([...ended].toSorted()).toEqual(paths), 60_000);
});

it("ends a connection whose answer cannot be written, and serves on", async () => {
  const port = await freePort();
  const warn = vi.fn();
  const fetch = ({ url }: Request) =>
    new Response("written", { headers: { "x-name": url.endsWith("/wrong") ? "\u0100" : "right" } });
  closers.push(
    await serveHttp({ fetch, retire: () => {}, log: { warn } }, { port, host: "127.0.0.1", drains: false }),
  );
  const at = `http://127.0.0.1:${port}`;
  await expect(globalThis.fetch(`${at}/wrong`)).rejects.toThrow("fetch failed");
  expect(warn).toHaveBeenCalledOnce();
  expect(await (await globalThis.fetch(`${at}/right`)).text()).toBe("written");
});
