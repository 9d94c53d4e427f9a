import { spawnSync } from "node:child_process";
import { closeSync, constants, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";

export interface DataDirLock {
  release(): void;
}

export type DataDirLockResult = { ok: true; lock: DataDirLock } | { ok: false; error: string };

/** A process that was killed a moment ago may keep the lock for that long. */
const RELEASE_WITHIN_S = "0.5";

/** `O_EXLOCK` of open(2) on macOS and the BSDs, which Node does not name. */
const BSD_EXCLUSIVE_LOCK = 0x20;

/**
 * Takes the exclusive kernel lock (flock) on `DATA_DIR/lock`, so that only one process works in a DATA_DIR.
 *
 * The kernel drops it with the process, also after kill -9. The error is a sentence for the operator.
 */
export function lockDataDir(dataDir: string): DataDirLockResult {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const path = join(dataDir, "lock");
  const taken = openLocked(path);
  if (!taken.ok) {
    return taken.reason === "busy"
      ? { ok: false, error: inUse(dataDir, path) }
      : { ok: false, error: taken.reason };
  }
  ftruncateSync(taken.fd);
  writeSync(taken.fd, `${process.pid}\n`, 0);
  let held = true;
  return {
    ok: true,
    lock: {
      release: () => {
        if (held) closeSync(taken.fd);
        held = false;
      },
    },
  };
}

type Opened = { ok: true; fd: number } | { ok: false; reason: string };

function openLocked(path: string): Opened {
  const flags = constants.O_RDWR | constants.O_CREAT;
  if (process.platform !== "linux") {
    try {
      return { ok: true, fd: openSync(path, flags | BSD_EXCLUSIVE_LOCK | constants.O_NONBLOCK, 0o600) };
    } catch (error) {
      if (isErrno(error, "EAGAIN")) return { ok: false, reason: "busy" };
      throw error;
    }
  }
  const fd = openSync(path, flags, 0o600);
  // flock(1) locks the open file that it shares with us; the lock stays with our descriptor when it exits.
  const run = spawnSync("flock", ["-w", RELEASE_WITHIN_S, "3"], {
    stdio: ["ignore", "ignore", "ignore", fd],
  });
  if (run.status === 0) return { ok: true, fd };
  closeSync(fd);
  if (run.error)
    return { ok: false, reason: `flock (util-linux) is needed to lock ${path}: ${run.error.message}` };
  return { ok: false, reason: "busy" };
}

function inUse(dataDir: string, path: string): string {
  const pid = readFileSync(path, "utf8").trim();
  const owner = pid === "" ? "another process" : `another process (pid ${pid})`;
  return `DATA_DIR ${resolve(dataDir)} is in use by ${owner}: stop it first, or set another DATA_DIR.`;
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
