import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Exchange = { path: string; headers: IncomingHttpHeaders; body: Buffer };
/** What is answered instead of asking the target. */
export type Instead = { status: number; body: unknown } | "cut";

export type Forwarder = { url: string; stop(): Promise<void> };

/** Stands in front of a server: sees what passes, and can answer in its place. */
export async function startForwarder(options: {
  target: string;
  before?(request: Exchange): Instead | undefined | Promise<Instead | undefined>;
  /** Sees a JSON answer, and gives the one to pass on; "cut" loses it on the way. */
  after?(request: Exchange, answer: unknown): unknown;
}): Promise<Forwarder> {
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request = { path: incoming.url ?? "", headers: incoming.headers, body: Buffer.concat(chunks) };
    const instead = await options.before?.(request);
    if (instead === "cut") return incoming.socket.destroy();
    if (instead !== undefined) return answerJson(response, instead.status, instead.body);
    const stop = new AbortController();
    response.once("close", () => stop.abort());
    try {
      await pass({ method: incoming.method ?? "GET", request, response, signal: stop.signal });
    } catch {
      incoming.socket.destroy();
    }
  });

  async function pass(way: {
    method: string;
    request: Exchange;
    response: ServerResponse;
    signal: AbortSignal;
  }): Promise<void> {
    const { method, request, response, signal } = way;
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      const isOwn = ["host", "connection", "content-length", "transfer-encoding"].includes(name);
      if (!isOwn && typeof value === "string") headers.set(name, value);
    }
    const body = request.body.length > 0 ? { body: new Uint8Array(request.body) } : {};
    const answer = await fetch(options.target + request.path, { method, headers, signal, ...body });
    const type = answer.headers.get("content-type") ?? "";
    if (options.after !== undefined && type.includes("json")) {
      const passed = options.after(request, await answer.json());
      if (passed === "cut") return void response.destroy();
      return answerJson(response, answer.status, passed);
    }
    response.writeHead(answer.status, { "content-type": type });
    const chunks = (answer.body ?? []) as unknown as AsyncIterable<Uint8Array>;
    for await (const chunk of chunks) response.write(chunk);
    response.end();
  }

  // An idle connection that is closed here while the other side, busy, takes it for its next request is a failure.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
