import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const api = join(import.meta.dirname, "..");
/** A start is waited for until the process ends: it takes as long as the machine needs. Meanwhile a line now and then. */
const STILL_STARTING_MS = 60_000;
/** Long after a server has ended by itself. */
const STOP_MS_MAX = 120_000;

export type Served = { base: string; pid: number; readyMs: number; stop(): Promise<void> };

/** Builds what has changed, as `npm start` does. */
export async function buildServer(): Promise<void> {
  const workspace = pathToFileURL(join(api, "scripts/workspace.mjs")).href;
  const script = `const { buildStale } = await import(${JSON.stringify(workspace)}); await buildStale();`;
  const code = await ended(
    spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" }),
  );
  if (code !== 0) throw new Error(`the build ended with code ${code}`);
}

/** Starts the built server on simnet without limits; ready with its first answer. */
export async function startServer(environment: Readonly<Record<string, string>>): Promise<Served> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const startedMs = performance.now();
  const child = spawn(process.execPath, [join(api, "dist/main.js")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      SOTTO_NETWORK: "simnet",
      SOTTO_LIMITS: "off",
      SOTTO_LOG_LEVEL: "silent",
      ...environment,
    },
  });
  let saidAtMs = startedMs;
  while (!(await answers(`${base}/api/health`))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("the server did not start");
    if (performance.now() - saidAtMs > STILL_STARTING_MS) {
      saidAtMs = performance.now();
      console.log("the server has not given its first answer yet");
    }
    await sleep(10);
  }
  const readyMs = performance.now() - startedMs;
  return { base, pid: child.pid ?? 0, readyMs, stop: () => stopChild(child) };
}

/** Starts the bare Hono server, which answers GET with these bytes. */
export async function startBare(answer: { body: string; type: string }): Promise<Served> {
  const startedMs = performance.now();
  const child = fork(join(import.meta.dirname, "bare-server.ts"), { execArgv: ["--import", "tsx"] });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message: { port: number }) => resolve(message.port));
    child.once("exit", () => reject(new Error("the bare server did not start")));
    child.send({ answer });
  });
  const readyMs = performance.now() - startedMs;
  return { base: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, readyMs, stop: () => stopChild(child) };
}

/** Starts a node of Bitcoin whose blocks are full; `growTo` mines up to a height. */
export async function startBlockNode(): Promise<{
  base: string;
  growTo(height: number): Promise<void>;
  stop(): Promise<void>;
}> {
  const child = fork(join(import.meta.dirname, "block-node.ts"), { execArgv: ["--import", "tsx"] });
  const gone = once(child, "exit").then(() => {
    throw new Error("the node of the benchmark has ended");
  });
  gone.catch(() => undefined);
  const said = async <Message>(): Promise<Message> => (await Promise.race([once(child, "message"), gone]))[0];
  const { port } = await said<{ port: number }>();
  return {
    base: `http://127.0.0.1:${port}`,
    async growTo(height) {
      const grown = said<{ height: number }>();
      child.send({ height });
      await grown;
    },
    stop: () => stopChild(child),
  };
}

/** Runs a program to its end and returns what it printed; undefined when there is no such program. */
export async function outputOf(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const child = spawn(program, args, { stdio: [...stdio], env: { ...process.env, ...environment } });
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const code = await ended(child);
  if (code === "missing") return undefined;
  if (code !== 0) throw new Error(`${program} ended with code ${code}: ${said.slice(-400)}`);
  return said;
}

function ended(child: ChildProcess): Promise<number | null | "missing"> {
  return new Promise((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "ENOENT" ? resolve("missing") : reject(error),
    );
    child.once("close", (code) => resolve(code));
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const late = sleep(STOP_MS_MAX, "late", { ref: false });
  if ((await Promise.race([gone, late])) === "late") child.kill("SIGKILL");
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
