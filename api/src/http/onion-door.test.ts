import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Server as Door } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, describe, expect, it, vi } from "vitest";
import { ORDER, world } from "../../test/http/app-world";
import { freePort } from "../../test/server";
import { circuitIn, createOnionDoor } from "./onion-door";
import { serveHttp } from "./server";

const ONION = `http://${"a".repeat(56)}.onion`;
const PATH = "/api/track/482915037";
const lineOf = (circuit: string): string => `PROXY TCP6 fc00:dead:beef:4dad::${circuit} ::1 65535 80\r\n`;

it.each([
  ["PROXY TCP6 fc00:dead:beef:4dad::ffff:ffff ::1 65535 42\r\n", "00000000ffffffff"],
  ["PROXY TCP6 fc00:dead:beef:4dad::0:7 ::1 7 80\r\n", "0000000000000007"],
  ["PROXY TCP6 fc00:dead:beef:4dae::1:7 ::1 7 80\r\n", undefined],
  ["PROXY TCP6 2001:db8::1 ::1 7 80\r\n", undefined],
  ["PROXY TCP6 fc00:dead:beef:4dad::1:7 nowhere 7 80\r\n", undefined],
  ["PROXY TCP6 fc00:dead:beef:4dad::1::7 ::1 7 80\r\n", undefined],
  ["PROXY TCP4 1.2.3.4 127.0.0.1 7 80\r\n", undefined],
  ["PROXY UNKNOWN\r\n", undefined],
  ["PROXY TCP6 fc00:dead:beef:4dad::1:7 ::1 7 80\n", undefined],
  ["GET / HTTP/1.1\r\n", undefined],
])("reads %j", (line, circuit) => expect(circuitIn(line)).toBe(circuit));

const open: (Server | Door)[] = [];
afterAll(() => {
  for (const one of open) {
    one.close();
    if ("closeAllConnections" in one) one.closeAllConnections();
  }
});

/** The listener of everybody and the one for Tor, of a service by itself. */
async function listeners() {
  const { app } = world({ onionUrl: ONION, publicUrl: "https://sotto.example", behindProxy: true });
  const log = { warn: vi.fn() };
  const server = createServer(getRequestListener(app.fetch));
  const door = createOnionDoor(server, log);
  for (const one of [server, door]) await once(one.listen(0, "127.0.0.1"), "listening");
  open.push(server, door);
  return { log, door, server };
}

/** Everything that is answered to these pieces, each sent by itself. */
async function exchange(to: Server | Door, pieces: string[]): Promise<string> {
  const socket = connect((to.address() as AddressInfo).port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk.toString();
  });
  const closed = once(socket, "close");
  socket.on("error", () => {});
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write(piece);
  }
  await closed;
  return answer;
}

const get = (path: string, headers = ""): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`;
const post = (origin: string): string => {
  const body = JSON.stringify(ORDER);
  const head = `POST /api/exchanges HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nConnection: close`;
  return `${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};
const status = (answer: string): string => answer.slice(9, 12);

describe("the listener for Tor", () => {
  it("counts each circuit by itself, whatever it forwards", async () => {
    const { door } = await listeners();
    const headers = "X-Forwarded-For: 1.1.1.1\r\n";
    const ask = async (circuit: string) =>
      status(await exchange(door, [lineOf(circuit) + get(PATH, headers)]));
    for (let i = 0; i < 10; i++) expect(await ask("0:1")).toBe("200");
    expect(await ask("0:1")).toBe("429");
    expect(await ask("0:2")).toBe("200");
  });

  it("lets all circuits together have fifty times a client's budget, and others their own", async () => {
    const { door, server } = await listeners();
    const session = "POST /api/privacy/create-session HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n";
    const ten = session.repeat(10) + get("/api/health/live");
    const refused = async (circuit: number) => {
      const answers = await exchange(door, [lineOf(`0:${circuit.toString(16)}`) + ten]);
      return answers.match(/HTTP\/1.1 429/g)?.length ?? 0;
    };
    const fifty = await Promise.all(Array.from({ length: 50 }, (_, at) => refused(at + 1)));
    expect(fifty).toEqual(Array<number>(50).fill(0));
    expect(await refused(51)).toBe(10);
    expect(await exchange(server, [ten])).not.toContain("HTTP/1.1 429");
  });

  it("reads a line that comes in pieces, and the request behind it", async () => {
    const { door } = await listeners();
    const line = lineOf("0:3");
    const inPieces = [line.slice(0, 9), line.slice(9, 30), line.slice(30), get(PATH)];
    expect(status(await exchange(door, inPieces))).toBe("200");
    const overlapping = [line + get(PATH).slice(0, 12), get(PATH).slice(12)];
    expect(status(await exchange(door, overlapping))).toBe("200");
  });

  it("closes a connection that does not begin with a circuit, and says so once", async () => {
    const { door, log } = await listeners();
    const strangers = [get(PATH), "PROXY TCP4 1.2.3.4 127.0.0.1 7 80\r\n", `PROXY ${"x".repeat(200)}`];
    for (const first of strangers) expect(await exchange(door, [first])).toBe("");
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  it("takes POSTs from the onion's pages only, and the other listener none of them", async () => {
    const { door, server } = await listeners();
    const sent = async (origin: string) => status(await exchange(door, [lineOf("0:4") + post(origin)]));
    expect([await sent(ONION), await sent("https://sotto.example")]).toEqual(["201", "403"]);
    const clear = async (origin: string) => status(await exchange(server, [post(origin)]));
    expect([await clear(ONION), await clear("https://sotto.example")]).toEqual(["403", "201"]);
  });
});

it("ends with the server, also beside connections that say nothing", async () => {
  const { app } = world({ onionUrl: ONION });
  const [port, onionPort] = [await freePort(), await freePort()];
  const served = { fetch: app.fetch, retire: () => {}, log: { warn: () => {} } };
  const close = await serveHttp(served, { port, host: "127.0.0.1", onionPort, drains: false });
  const silent = connect(onionPort, "127.0.0.1");
  const idle = connect(onionPort, "127.0.0.1");
  idle.write(lineOf("0:1") + get(PATH).replace("Connection: close\r\n", ""));
  expect(status(String((await once(idle, "data"))[0]))).toBe("200");
  const startedAt = performance.now();
  const gone = Promise.all([once(silent, "close"), once(idle, "close")]);
  await Promise.all([close(), gone]);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  await expect(once(connect(onionPort, "127.0.0.1"), "connect")).rejects.toThrow("ECONNREFUSED");
});
