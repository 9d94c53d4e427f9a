import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Problem } from "@sotto/openapi";
import { runProgram } from "../program";
import { processTerminal, type Terminal } from "../terminal";
import { answerFaults, exampleOf, operationOf, requestFaults } from "./contract";

export type FakeRequest = { method: string; path: string; headers: Record<string, unknown>; body: unknown };
export type FakeAnswer = {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
  offContract?: true;
};
/**
 * Answers by `METHOD path`. A list returns its answers one after the other, and then repeats the last one; a function
 * answers by what was asked.
 */
export type FakeRoutes = Record<
  string,
  FakeAnswer | FakeAnswer[] | ((request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>)
>;

/**
 * A server that answers as `routes` says, else with the contract's examples, and remembers what it was asked. Neither
 * may differ from the contract: `close` throws when something did.
 */
export async function startFakeApi(routes: FakeRoutes) {
  const requests: FakeRequest[] = [];
  const faults: string[] = [];
  const asked = new Map<string, number>();
  const answerTo = async (request: FakeRequest, pathname: string): Promise<FakeAnswer> => {
    const key =
      [`${request.method} ${request.path}`, `${request.method} ${pathname}`].find((each) => each in routes) ??
      "";
    const route = routes[key];
    const count = asked.get(key) ?? 0;
    asked.set(key, count + 1);
    const routed =
      typeof route === "function"
        ? await route(request)
        : Array.isArray(route)
          ? (route[count] ?? route.at(-1))
          : route;
    const operation = operationOf(request.method, pathname);
    return routed ?? (operation && exampleOf(operation)) ?? NOT_THERE;
  };
  const server = createServer(async (incoming, response) => {
    const request = await received(incoming);
    requests.push(request);
    const { pathname, searchParams } = new URL(request.path, "http://fake");
    const answer = await answerTo(request, pathname);
    const operation = operationOf(request.method, pathname);
    const status = answer.status ?? 200;
    if (operation !== undefined && !answer.offContract) {
      const token = incoming.headers.authorization;
      faults.push(...requestFaults(operation, { query: searchParams, body: request.body, token }));
      faults.push(...answerFaults(operation, status, answer.body));
    }
    const type = status < 400 ? "application/json" : "application/problem+json";
    response.writeHead(status, { "content-type": type, ...answer.headers }).end(JSON.stringify(answer.body));
  });
  // Client and server share a process: where it is slow, an idle connection would be closed just as it is used again.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (faults.length > 0) throw new Error(`not as the contract says: ${faults.join("; ")}`);
    },
  };
}

async function received(incoming: IncomingMessage): Promise<FakeRequest> {
  let text = "";
  for await (const chunk of incoming) text += chunk;
  const { method = "", url = "", headers } = incoming;
  return { method, path: url, headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** A problem as the API writes it. */
export const problem = (status: number, code: string, message: string, more?: object): Problem => ({
  type: `/problems/${code}`,
  title: message,
  status,
  detail: message,
  instance: "urn:uuid:0f5a4c1e-6f6b-4b4b-9a43-3c1f0f8a9f11",
  code: code as Problem["code"],
  message,
  errors: [],
  ...more,
});

const NOT_THERE: FakeAnswer = { status: 404, body: problem(404, "route/unknown", "There is nothing here.") };

type RunOptions = {
  apiUrl?: string;
  interactive?: boolean;
  columns?: number;
  environment?: Record<string, string>;
  /** What a person types to the questions, one after the other; without it there is no terminal. */
  answers?: readonly string[];
  /** Standard input is a terminal, without anybody to ask on the other side. */
  typed?: boolean;
  input?: string;
  /** Whether Ctrl-C has been pressed, where a command catches it. */
  isInterrupted?: () => boolean;
};

/** Runs one command line and returns what it wrote; waiting takes no time. */
export async function runSotto(args: readonly string[], options: RunOptions = {}) {
  const out: string[] = [];
  const notes: string[] = [];
  const waitsMs: number[] = [];
  const questions: string[] = [];
  const answers = [...(options.answers ?? [])];
  const terminal: Terminal = {
    ...processTerminal(process),
    environment: {
      XDG_CONFIG_HOME: "/nonexistent",
      NO_COLOR: "1",
      ...(options.apiUrl === undefined ? {} : { SOTTO_API_URL: options.apiUrl }),
      ...options.environment,
    },
    isInteractive: options.interactive ?? false,
    isTyped: options.typed ?? options.answers !== undefined,
    canAsk: options.answers !== undefined,
    columns: options.columns,
    out: (line) => out.push(line),
    note: (line) => notes.push(line),
    progress: () => {},
    ask: async (question) => {
      questions.push(question);
      return answers.shift() ?? "";
    },
    readInput: async () => options.input ?? "",
    sleep: async (ms) => {
      waitsMs.push(ms);
    },
    catchInterrupt: () => () => {},
    isInterrupted: options.isInterrupted ?? (() => false),
  };
  const exitCode = await runProgram(args, terminal);
  return { exitCode, out, notes, waitsMs, questions };
}
