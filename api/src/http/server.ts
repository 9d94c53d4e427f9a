import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import type { EdgeLog } from "./edge";
import { describeFailure } from "./failures";
import { createOnionDoor } from "./onion-door";

/** A request, its body included, has to be here by then: a client that sends a byte a minute holds no connection for long. */
const REQUEST_MS_MAX = 30_000;
const HEADERS_MS_MAX = 15_000;
const LATE_LOOK_MS = 2_000;
/** How long requests under way may take to end before they are cut. */
const CLOSE_MS_MAX = 3_000;
/**
 * How long a process behind a proxy accepts connections after it was told to end. docs/deploy/nginx.conf keeps idle
 * connections for half as long, so that none is left on which a request could meet the end of the process.
 */
const DRAIN_MS = 4_000;
const IDLE_LOOK_MS = 50;

export type Served = {
  fetch: Parameters<typeof getRequestListener>[0];
  /** Called when the end begins: no new request should be sent here, and live streams end. */
  retire(): void;
  log: Pick<EdgeLog, "warn">;
};

/** Where Tor connects: it runs on the same machine, and anyone who connects elsewhere could make up circuits. */
export const LOOPBACK = "127.0.0.1";

/**
 * Serves HTTP until the returned function is called. Answers carry `Connection: close` from then on. Where the process
 * `drains`, it goes on accepting for some seconds, so that a proxy finds another process without losing a request.
 */
export async function serveHttp(
  served: Served,
  options: {
    port: number;
    host: string;
    onionPort?: number | undefined;
    drains: boolean;
    requestMsMax?: number;
  },
): Promise<() => Promise<void>> {
  const { port, host, onionPort, drains, requestMsMax = REQUEST_MS_MAX } = options;
  const open = new Map<Socket, Set<ServerResponse>>();
  let isEnding = false;
  const listener = getRequestListener(served.fetch);
  const server = createServer(
    {
      requestTimeout: requestMsMax,
      headersTimeout: Math.min(HEADERS_MS_MAX, requestMsMax),
      connectionsCheckingInterval: Math.min(LATE_LOOK_MS, requestMsMax),
    },
    (request, response) => {
      if (hasTwoHosts(request)) return refuse(response);
      // What Node refuses to write, such as a header's value, ends the connection and not the process.
      void listener(request, response).catch((error: unknown) => {
        served.log.warn({ failure: describeFailure(error) }, "an answer could not be written");
        response.destroy();
      });
    },
  );
  server.on("connection", (socket: Socket) => {
    const answers = new Set<ServerResponse>();
    open.set(socket, answers);
    socket.once("close", () => {
      open.delete(socket);
      setImmediate(abandon, answers);
    });
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (isEnding) response.setHeader("connection", "close");
    const answers = open.get(socket);
    answers?.add(response);
    response.once("close", () => answers?.delete(response));
  });
  server.listen(port, host);
  await once(server, "listening");
  const door = onionPort === undefined ? undefined : createOnionDoor(server, served.log);
  if (door !== undefined) await once(door.listen(onionPort, LOOPBACK), "listening");
  return async () => {
    isEnding = true;
    served.retire();
    for (const response of [...open.values()].flatMap((answers) => [...answers]))
      if (!response.headersSent) response.setHeader("connection", "close");
    if (drains) {
      await sleep(DRAIN_MS);
      await quietTurns(server);
    }
    const closed = Promise.all(
      [server, door].map(
        (one) => new Promise<void>((resolve) => (one ? one.close(() => resolve()) : resolve())),
      ),
    );
    // A connection whose answer had begun before says nothing of its end.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
    const late = setTimeout(() => server.closeAllConnections(), CLOSE_MS_MAX);
    await closed;
    clearInterval(idle);
    clearTimeout(late);
  };
}

/**
 * Ends answers whose connection has gone. Node does so for the one that is being sent; those that wait behind it, to requests
 * that came without waiting for an answer (RFC 9112, section 9.3.2), it leaves open without a word.
 */
function abandon(answers: ReadonlySet<ServerResponse>): void {
  for (const answer of answers) {
    if (answer.closed) continue;
    answer.destroy();
    answer.emit("close");
  }
}

/** Node keeps the first of two and says nothing: a proxy may have looked at the other (RFC 9112, section 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
}

/** As Node answers a request without a Host. */
function refuse(response: ServerResponse): void {
  response.writeHead(400, { connection: "close" }).end();
}

const QUIET_WITHIN_MS = 1_000;
const QUIET_TURNS = 50;

/**
 * Waits for some turns of the event loop without a new connection, at most a second. The kernel resets connections that
 * it has made and that the process has not accepted when a listener closes, and a proxy repeats few POSTs that it has
 * sent. libuv accepts one connection a turn, so that one quiet turn says nothing of the next.
 */
async function quietTurns(server: Server): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS;
  let quiet = 0;
  const onConnection = (): void => {
    quiet = 0;
  };
  server.on("connection", onConnection);
  while (quiet < QUIET_TURNS && performance.now() < until) {
    quiet++;
    await nextTurn();
  }
  server.off("connection", onConnection);
}
