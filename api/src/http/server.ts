import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";

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
};

/**
 * Serves HTTP until the returned function is called. Answers carry `Connection: close` from then on. Where the process
 * `drains`, it goes on accepting for some seconds, so that a proxy finds another process without losing a request.
 */
export async function serveHttp(
  served: Served,
  { port, host, drains }: { port: number; host: string; drains: boolean },
): Promise<() => Promise<void>> {
  const open = new Set<ServerResponse>();
  let isEnding = false;
  const server = createServer(getRequestListener(served.fetch));
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (isEnding) response.setHeader("connection", "close");
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  server.listen(port, host);
  await once(server, "listening");
  return async () => {
    isEnding = true;
    served.retire();
    for (const response of open) if (!response.headersSent) response.setHeader("connection", "close");
    if (drains) {
      await sleep(DRAIN_MS);
      await quietTurns(server);
    }
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A connection whose answer had begun before says nothing of its end.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
    const late = setTimeout(() => server.closeAllConnections(), CLOSE_MS_MAX);
    await closed;
    clearInterval(idle);
    clearTimeout(late);
  };
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
