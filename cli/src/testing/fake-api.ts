import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Problem } from "@sotto/openapi";
import { processTerminal, type Terminal } from "../context";
import { runProgram } from "../program";

export type FakeRequest = { method: string; path: string; headers: Record<string, unknown>; body: unknown };
export type FakeAnswer = { status?: number; body: unknown };
/** Answers by `METHOD path`; a list gives its answers one after the other, the last one for ever. */
export type FakeRoutes = Record<string, FakeAnswer | FakeAnswer[]>;

/** A server that answers like the API where `routes` says so, and remembers what it was asked. */
export async function startFakeApi(routes: FakeRoutes) {
  const requests: FakeRequest[] = [];
  const asked = new Map<string, number>();
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { method = "", url = "", headers } = request;
    requests.push({ method, path: url, headers, body: text === "" ? undefined : JSON.parse(text) });
    const key = `${method} ${url}`;
    const route = routes[key] ?? {
      status: 404,
      body: problem(404, "route/unknown", "There is nothing here."),
    };
    const count = asked.get(key) ?? 0;
    asked.set(key, count + 1);
    const answer = Array.isArray(route) ? (route[count] ?? route.at(-1)) : route;
    const status = answer?.status ?? 200;
    const type = status < 400 ? "application/json" : "application/problem+json";
    response.writeHead(status, { "content-type": type }).end(JSON.stringify(answer?.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** A problem as the API writes it. */
export const problem = (status: number, code: string, message: string, more?: Partial<Problem>): Problem => ({
  type: `/problems/${code}`,
  title: message,
  status,
  detail: message,
  instance: "urn:uuid:0f5a4c1e-6f6b-4b4b-9a43-3c1f0f8a9f11",
  code,
  message,
  errors: [],
  ...more,
});

/** Runs one command line and gives what it wrote; waiting takes no time. */
export async function runSotto(args: readonly string[], options: { apiUrl?: string; interactive?: boolean }) {
  const out: string[] = [];
  const notes: string[] = [];
  const terminal: Terminal = {
    ...processTerminal(process),
    environment: options.apiUrl === undefined ? {} : { SOTTO_API_URL: options.apiUrl },
    isInteractive: options.interactive ?? false,
    out: (line) => out.push(line),
    note: (line) => notes.push(line),
    sleep: async () => {},
  };
  const exitCode = await runProgram(args, terminal);
  return { exitCode, out, notes };
}
