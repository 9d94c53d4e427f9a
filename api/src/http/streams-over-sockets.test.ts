import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, expect, it, vi } from "vitest";
import { ID, world } from "../../test/http/app-world";
import { freePort } from "../../test/server";
import { ok } from "../core/result";
import { orderExample } from "../routes/orders/examples";
import { serveHttp } from "./server";

type World = ReturnType<typeof world>;
const PATH = `/api/exchanges/${ID}/events`;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(app: World["app"]): Promise<number> {
  const server = createServer(getRequestListener(app.fetch));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
const ask = (port: number) => request({ port, path: PATH });

it("live events end for both sides when either goes away", async () => {
  const { app, watchers, streams } = world();
  const port = await serve(app);
  const open = () =>
    new Promise<{ close: () => void; ended: Promise<void> }>((resolve, reject) => {
      const call = ask(port).on("response", (response) => {
        const ended = new Promise<void>((end) => response.on("close", end));
        response.once("data", () => resolve({ close: () => call.destroy(), ended }));
      });
      call.on("error", reject).end();
    });
  const first = await open();
  const second = await open();
  expect(watchers.size).toBe(2);
  first.close();
  await vi.waitFor(() => expect(watchers.size).toBe(1), 60_000);
  streams.close();
  await second.ended;
  expect(watchers.size).toBe(0);
});

it("live events over a socket are the same as without one: the headers, and what is sent", async () => {
  const { app, change, streams } = world();
  const alike = await app.request(`http://sotto.test${PATH}`);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    serve(app).then((port) => ask(port).on("response", resolve).on("error", reject).end(), reject);
  });
  response.setEncoding("utf8");
  let text = "";
  response.on("data", (piece: string) => {
    text += piece;
  });
  await vi.waitFor(() => expect(text).toContain("id: 7\n"), 60_000);
  change();
  await vi.waitFor(() => expect(text).toContain("id: 8\n"), 60_000);
  const ended = new Promise<void>((resolve) => response.on("end", resolve));
  streams.close();
  await ended;
  expect(text).toBe(await alike.text());
  const {
    date: _date,
    connection,
    "keep-alive": _time,
    "transfer-encoding": coding,
    ...headers
  } = response.headers;
  expect([response.statusCode, coding]).toEqual([200, "chunked"]);
  expect(connection).toBe("keep-alive");
  expect(headers).toEqual(Object.fromEntries(alike.headers));
});

it("live events are cut where a reader leaves too much unread", async () => {
  const { app, change, orders, watchers } = world();
  let version = 7;
  vi.mocked(orders.read).mockImplementation(async () =>
    ok({ order: { ...orderExample, trackingUrl: "x".repeat(1_000_000) }, version: version++ }),
  );
  const port = await serve(app);
  const silent = connect(port, "127.0.0.1").on("error", () => {});
  silent.pause();
  silent.write(`GET ${PATH} HTTP/1.1\r\nhost: sotto.test\r\n\r\n`);
  await vi.waitFor(() => expect(watchers.size).toBe(1), 60_000);
  const changing = setInterval(change, 20);
  try {
    await vi.waitFor(() => expect(watchers.size).toBe(0), 60_000);
  } finally {
    clearInterval(changing);
    silent.destroy();
  }
});

it("live events are not opened for a reader who has gone by then", async () => {
  const { app, orders, watchers } = world();
  const read = vi.mocked(orders.read).getMockImplementation();
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let isAsked = false;
  vi.mocked(orders.read).mockImplementation(async (...given) => {
    isAsked = true;
    await held;
    return read?.(...given) ?? Promise.reject(new Error("nothing is read"));
  });
  const port = await serve(app);
  const [server] = servers;
  const call = ask(port).on("error", () => {});
  call.end();
  await vi.waitFor(() => expect(isAsked).toBe(true), 60_000);
  const gone = new Promise<void>((resolve) => {
    const look = (): void => {
      server?.getConnections((_error, count) => (count === 0 ? resolve() : setTimeout(look, 5)));
    };
    look();
  });
  call.destroy();
  await gone;
  goOn();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(watchers.size).toBe(0);
  for (let again = 0; again < 3; again++)
    expect((await app.request(`http://sotto.test${PATH}`)).status).toBe(200);
});

it("a HEAD request takes no place, and leaves its connection for the next", async () => {
  const { app, watchers } = world();
  const port = await serve(app);
  const silent = connect(port, "127.0.0.1");
  let heard = "";
  silent.on("data", (piece) => {
    heard += String(piece);
  });
  silent.write(`HEAD ${PATH} HTTP/1.1\r\nhost: sotto.test\r\n\r\n`);
  await vi.waitFor(() => expect(heard).toContain("text/event-stream"), 60_000);
  expect(watchers.size).toBe(0);
  silent.write(`GET ${PATH} HTTP/1.1\r\nhost: sotto.test\r\n\r\n`);
  await vi.waitFor(() => expect(heard).toContain("id: 7\n"), 60_000);
  silent.destroy();
});

it("streams that cannot begin end, and give their places back", async () => {
  const { app, orders, log } = world();
  orders.watch = () => {
    throw new TypeError("no watching");
  };
  const port = await serve(app);
  const statuses: (number | undefined)[] = [];
  for (let i = 0; i < 4; i++) {
    await new Promise<void>((resolve, reject) => {
      const call = ask(port).on("response", (response) => {
        statuses.push(response.statusCode);
        response
          .on("error", () => resolve())
          .on("end", resolve)
          .resume();
      });
      call.on("error", reject).end();
    });
  }
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(log.error).toHaveBeenCalledTimes(4);
});

it("streams that wait behind another on a connection end with it", async () => {
  const { app, watchers } = world();
  const port = await freePort();
  const served = { fetch: app.fetch, retire: () => {}, log: { warn: () => {} } };
  const close = await serveHttp(served, { port, host: "127.0.0.1", drains: false });
  const silent = connect(port, "127.0.0.1").on("error", () => {});
  silent.write(`GET ${PATH} HTTP/1.1\r\nhost: sotto.test\r\n\r\n`.repeat(3));
  await vi.waitFor(() => expect(watchers.size).toBe(3), 60_000);
  silent.destroy();
  await vi.waitFor(() => expect(watchers.size).toBe(0), 60_000);
  await close();
});
