import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ADMIN, type ApiClient, apiClient, waitFor } from "./api-client";

const START_MS_MAX = 180_000;
const STOP_MS_MAX = 60_000;
const OUTPUT_KEPT_MAX = 200_000;

export type ServerOptions = {
  dataDir: string;
  /** Added to the few variables that every test server gets; nothing else of our own environment passes. */
  env?: Readonly<Record<string, string>>;
  /** The program: a bundle of src/main.ts. */
  bundle: string;
  /** A free one when absent. A role without HTTP listens nowhere. */
  port?: number;
};

/** The server as a process of its own, as an operator runs it. */
export type ServerProcess = {
  readonly api: ApiClient;
  readonly pid: number;
  /** Everything it has printed so far, both streams; the last 200,000 characters. */
  output(): string;
  /** Resolves when it ended, however: the exit code, or the signal's name. */
  readonly ended: Promise<number | NodeJS.Signals>;
  isRunning(): boolean;
  signal(name: NodeJS.Signals): void;
  /** SIGTERM, and waits; a process that does not end in time is killed and reported. */
  stop(): Promise<void>;
};

/** Starts the server without waiting for it. It dies with this process. */
export function spawnServer(options: ServerOptions & { port: number }): ServerProcess {
  const child = spawn(process.execPath, [options.bundle], {
    cwd: join(import.meta.dirname, ".."),
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...inherited(), ...defaults(options), ...options.env },
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  let output = "";
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-OUTPUT_KEPT_MAX);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const ended = once(child, "close").then(() => {
    process.off("exit", kill);
    return child.exitCode ?? child.signalCode ?? "SIGKILL";
  });
  return {
    api: apiClient(`http://127.0.0.1:${options.port}`),
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => void child.kill(name),
    stop: () => stop(child, ended),
  };
}

/** Starts the server and waits until it answers. Throws with its output when it ends instead. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const server = spawnServer({ ...options, port: options.port ?? (await freePort()) });
  try {
    await waitFor("the server's first answer", START_MS_MAX, async () => {
      if (!server.isRunning()) throw new Error(`the server ended:\n${server.output()}`);
      return (await server.api.health().catch(() => undefined)) !== undefined;
    });
    return server;
  } catch (error) {
    await server.stop().catch(() => undefined);
    throw error;
  }
}

const inherited = (): Record<string, string> =>
  Object.fromEntries(
    ["PATH", "HOME", "TMPDIR", "LANG"].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

const defaults = (options: ServerOptions & { port: number }): Record<string, string> => ({
  PORT: String(options.port),
  DATA_DIR: options.dataDir,
  SOTTO_LIMITS: "off",
  SOTTO_ADMIN_USERNAME: ADMIN.username,
  SOTTO_ADMIN_PASSWORD: ADMIN.password,
  SOTTO_LOG_LEVEL: "info",
  SIMNET_BLOCK_MS: "300",
});

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    await ended;
    return;
  }
  child.kill("SIGCONT");
  child.kill("SIGTERM");
  const late = new AbortController();
  const inTime = await Promise.race([
    ended.then(() => true),
    sleep(STOP_MS_MAX, false, { signal: late.signal }).catch(() => false),
  ]);
  late.abort();
  if (inTime) return;
  child.kill("SIGKILL");
  await ended;
  throw new Error(`the server did not stop within ${STOP_MS_MAX} ms of SIGTERM`);
}

/** Ports below those that systems give to connections, one of which would take it before the server does. */
const PORT_FIRST = 20_000;
const PORTS = 12_000;
/** Files of tests that run side by side take ports from stretches of their own: a server listens only seconds after its port was found. */
const STRETCHES = 12;
const STRETCH = PORTS / STRETCHES;
const stretch = Number(process.env.VITEST_POOL_ID ?? Number.NaN) % STRETCHES;
const [portFirst, ports] = Number.isNaN(stretch)
  ? [PORT_FIRST, PORTS]
  : [PORT_FIRST + stretch * STRETCH, STRETCH];
const handedOut = new Set<number>();

/** A port of the loopback that is free now, and that this process has handed to no other server. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = portFirst + randomInt(ports);
    if (handedOut.has(port)) continue;
    handedOut.add(port);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().on("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
