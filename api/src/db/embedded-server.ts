import { spawn } from "node:child_process";
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedError } from "./embedded-error";
import type { Place } from "./embedded-place";
import { BARE_ENVIRONMENT } from "./own-users";

export interface RunningServer {
  port: number;
  exited: Promise<string>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  place: Place;
  fsync: boolean;
  connectionsMax: number;
  /** Where it listens on a Unix socket as well as on loopback. */
  socketFolder?: string | undefined;
}

const READY_WITHIN_MS = 60_000;
const LEFTOVER_ENDS_WITHIN_MS = 3_000;
const STOP_WITHIN_MS = 10_000;
const START_ATTEMPTS_MAX = 5;

/**
 * Ends when its standard input closes, which the kernel does when we die: so the server never outlives us.
 * A signal to our process group, as Ctrl-C sends it, does not reach the server before we have drained.
 */
const DIE_WITH_PARENT = `
exec 3<&0; trap "" INT TERM HUP
"$@" 3<&- & server=$!
( read line <&3; kill -INT $server ) & watch=$!
exec 3<&-; wait $server; status=$?
kill -KILL $watch; exit $status`;

/** Starts the server of a cluster and resolves when it accepts connections (about 50 ms). */
export async function runServer(options: ServerOptions): Promise<RunningServer> {
  const { place } = options;
  for (let attempt = 1; ; attempt++) {
    const server = launch({ ...options, port: await freePort() });
    const failure = await Promise.race([whenReady(place.cluster, server.ended), server.exited]);
    if (failure === undefined) return server;
    await server.stop();
    // Another program may have taken the port meanwhile, or a killed server's backends are still ending.
    if (attempt === START_ATTEMPTS_MAX) throw new EmbeddedError(`PostgreSQL does not start: ${failure}`);
    await sleep(300);
  }
}

function launch(options: ServerOptions & { port: number }) {
  const { place, port } = options;
  const postgres = [join(place.native, "bin/postgres"), "-D", place.cluster, ...settings(options)];
  const child = spawn("/bin/sh", ["-c", DIE_WITH_PARENT, "sh", ...postgres], {
    ...place.user,
    cwd: "/",
    env: BARE_ENVIRONMENT,
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
  let said = "";
  let ended = false;
  child.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000);
  });
  child.stdin.on("error", () => {}); // the server ended first; `exited` reports it
  const exited = new Promise<string>((resolve) => {
    const end = (why: string) => {
      ended = true;
      resolve(why);
    };
    child.on("error", (error) => end(error.message));
    child.on("close", (code) => end(said.trim() === "" ? `exit code ${code}` : said.trim()));
  });
  const stop = async () => {
    child.stdin.end();
    const late = sleep(STOP_WITHIN_MS, "late" as const, { ref: false });
    if ((await Promise.race([exited, late])) !== "late") return;
    signal(postmasterOf(place.cluster), "SIGQUIT");
    await exited;
  };
  return { port, exited, stop, ended: () => ended };
}

/**
 * What lets a deletion reach the files of the write-ahead log: nothing keeps them, the file in use is left after a quarter of
 * an hour, and the checkpoint after that removes it. With the least log, a table that is rewritten is not written to it.
 */
const FORGETFUL_SETTINGS = {
  wal_recycle: "off",
  archive_mode: "off",
  archive_timeout: "15min",
  checkpoint_timeout: "5min",
  wal_keep_size: 0,
  max_prepared_transactions: 0,
  wal_level: "minimal",
  max_wal_senders: 0,
};

function settings(options: Omit<ServerOptions, "place"> & { port: number }): string[] {
  const { port, fsync, connectionsMax, socketFolder = "" } = options;
  const chosen = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: socketFolder,
    max_connections: connectionsMax,
    shared_buffers: "64MB",
    client_connection_check_interval: 500,
    // What a statement's error quotes are customers' values: they belong in no log.
    log_min_messages: "fatal",
    log_min_error_statement: "panic",
    timezone: "UTC",
    ...FORGETFUL_SETTINGS,
    ...(fsync ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  return Object.entries(chosen).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** The server writes its state into line 8 of its pid file; cheaper than trying to connect. */
async function whenReady(cluster: string, ended: () => boolean): Promise<string | undefined> {
  const until = Date.now() + READY_WITHIN_MS;
  while (!ended() && Date.now() < until) {
    if (pidFile(cluster)[7]?.trim() === "ready") return undefined;
    await sleep(5);
  }
  return `not ready within ${READY_WITHIN_MS} ms`;
}

/**
 * Waits for the server of a predecessor that was killed, and ends it when it does not go by itself.
 *
 * We hold the lock of the DATA_DIR, so whatever still runs there has no owner any more.
 */
export async function endLeftover(cluster: string): Promise<void> {
  for (const name of ["none", "SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    const pid = postmasterOf(cluster);
    if (name !== "none") signal(pid, name);
    const until = Date.now() + LEFTOVER_ENDS_WITHIN_MS;
    while (serves(pid, cluster) && Date.now() < until) await sleep(10);
    if (!serves(pid, cluster)) {
      // Of a server that was killed itself: its number may by now belong to a stranger.
      rmSync(join(cluster, "postmaster.pid"), { force: true });
      return;
    }
  }
  throw new EmbeddedError(
    `A PostgreSQL server of an earlier start still runs in ${cluster} and cannot be ended.`,
  );
}

function pidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return []; // not there yet, or just removed
  }
}

function postmasterOf(cluster: string): number | undefined {
  const pid = Number(pidFile(cluster)[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

/** Whether that process is a server working in this cluster; elsewhere than on Linux, whether it lives. */
function serves(pid: number | undefined, cluster: string): boolean {
  if (pid === undefined) return false;
  if (process.platform !== "linux") return signal(pid, 0);
  try {
    return existsSync(cluster) && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

function signal(pid: number | undefined, name: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(pid, name);
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address !== null
          ? resolve(address.port)
          : reject(new Error("no free port")),
      );
    });
  });
}
