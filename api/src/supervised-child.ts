import { type ChildProcess, spawn } from "node:child_process";
import type { Logger } from "pino";
import { ChildFailed, fromChildSchema, type ToChild } from "./child-messages";
import type { LoginRole } from "./db/login-roles";
import type { SystemUser } from "./db/own-users";

/** A process that ends is started again after so long; twice as long after each end that follows soon. */
const RESTART_MS_FIRST = 1_000;
const RESTART_MS_MAX = 60_000;
/** A process that worked for so long is not taken for one that fails at once. */
const STEADY_MS = 60_000;
const PING_EVERY_MS = 5_000;
/** So many questions without an answer, and a process is taken for hung. */
const PINGS_UNANSWERED_MAX = 6;
const STOP_MS_MAX = 15_000;

export type Child = {
  /** When it works for the first time; fails where it ends before. */
  ready: Promise<void>;
  /** Lets it connect and build its parts; before, it only loads its program. */
  begin(): void;
  stop(): Promise<void>;
};

export type ChildParts = {
  role: LoginRole | "bot";
  log: Logger;
  program: string;
  user: SystemUser | undefined;
  /** Entered before the process becomes its user. */
  cwd: string;
  environment: Record<string, string>;
  secrets: Record<string, string>;
  /** Whether it is started again also where it ends before it first worked. */
  restartsAtOnce?: boolean;
  /** The exit code after which it is not started again. */
  finalCode?: number;
  onReady(): void;
};

/** Starts a process, and starts it again whenever it ends, until it is stopped. */
export function superviseOne(parts: ChildParts): Child {
  const { role, log } = parts;
  let process = launch(parts);
  let stopping = false;
  let begun = false;
  let isReady = false;
  let pauseMs = RESTART_MS_FIRST;
  let restart: NodeJS.Timeout | undefined;
  let settle: { resolve(): void; reject(error: Error): void };
  const ready = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // It may fail while another process is still waited for.
  ready.catch(() => undefined);
  const begin = (): void => {
    begun = true;
    send(process.child, { kind: "begin", secrets: parts.secrets });
  };
  const watch = (): void => {
    process.onReady(() => {
      parts.onReady();
      isReady = true;
      settle.resolve();
    });
    void process.ended.then(({ how, code, livedMs }) => {
      if (stopping) return;
      if (code !== null && code === parts.finalCode) return log.error({ role }, "a process ended for good");
      if (!isReady && !parts.restartsAtOnce)
        return settle.reject(new ChildFailed(`the process of the role ${role} ended: ${how}`));
      pauseMs = livedMs > STEADY_MS ? RESTART_MS_FIRST : Math.min(pauseMs * 2, RESTART_MS_MAX);
      log.error({ role, how, restartMs: pauseMs }, "a process ended; it is started again");
      restart = setTimeout(() => {
        process = launch(parts);
        watch();
        if (begun) begin();
      }, pauseMs);
    });
  };
  watch();
  return {
    ready,
    begin,
    async stop() {
      stopping = true;
      clearTimeout(restart);
      await process.stop();
    },
  };
}

const send = (child: ChildProcess, message: ToChild): void => {
  // One that has just ended is noticed by its end.
  if (child.connected) child.send(message, () => undefined);
};

function launch({ program, user, cwd, environment, log, role }: ChildParts) {
  const startedMs = performance.now();
  const child = spawn(globalThis.process.execPath, [...globalThis.process.execArgv, program], {
    ...user,
    cwd,
    env: environment,
    // A group of its own: Ctrl-C reaches the supervisor, which ends them in order.
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  let unanswered = 0;
  let onReady = (): void => {};
  child.on("message", (given) => {
    const { kind } = fromChildSchema.parse(given);
    if (kind === "ready") onReady();
    unanswered = 0;
  });
  const pings = setInterval(() => {
    if (unanswered++ >= PINGS_UNANSWERED_MAX) {
      log.error({ role }, "a process does not answer any more; it is ended");
      child.kill("SIGKILL");
    } else send(child, { kind: "ping" });
  }, PING_EVERY_MS);
  const ended = new Promise<{ how: string; code: number | null; livedMs: number }>((resolve) => {
    const end = (how: string, code: number | null): void => {
      clearInterval(pings);
      resolve({ how, code, livedMs: performance.now() - startedMs });
    };
    child.on("error", (error) => end(error.message, null));
    child.on("exit", (code, signal) => end(signal ?? `code ${code}`, code));
  });
  return {
    child,
    ended,
    onReady(listener: () => void) {
      onReady = listener;
    },
    async stop() {
      send(child, { kind: "stop" });
      const late = setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX);
      await ended;
      clearTimeout(late);
    },
  };
}
