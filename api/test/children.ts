import { spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";

/** A process that the supervisor started. */
export type Process = { pid: number; role: string; environment: string };

/** The processes that another one started, by the role in their environment. */
export function childrenOf(parent: number): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid): Process[] => {
      try {
        const [, ppid] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
        if (Number(ppid) !== parent) return [];
        const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
        const role = /(?:^|\0)SOTTO_ROLE=(\w+)/.exec(environment)?.[1];
        return role === undefined ? [] : [{ pid: Number(pid), role, environment }];
      } catch {
        return []; // ended meanwhile
      }
    });
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

/** Its user's number. */
export const uidOf = (pid: number): number =>
  Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

/** Whether a user of the system can read a file, by trying. */
export const reads = (uid: number, file: string): boolean =>
  spawnSync("cat", [file], { uid, gid: uid, cwd: "/", stdio: "ignore" }).status === 0;

/**
 * Which of these secrets, by their names, a process has in what it may write of its memory; null where the system lets us look
 * into no other process.
 */
export function inMemory(
  pid: number,
  secrets: Readonly<Record<string, string | Uint8Array>>,
): string[] | null {
  let memory: number;
  try {
    memory = openSync(`/proc/${pid}/mem`, "r");
  } catch {
    return null;
  }
  const wanted = Object.entries(secrets).map(([name, secret]) => [name, Buffer.from(secret)] as const);
  const overlap = Math.max(...wanted.map(([, bytes]) => bytes.length));
  const buffer = Buffer.alloc(CHUNK_BYTES);
  const found = new Set<string>();
  for (const [, from = "", to = ""] of readFileSync(`/proc/${pid}/maps`, "utf8").matchAll(RANGE)) {
    const end = Number.parseInt(to, 16);
    for (let at = Number.parseInt(from, 16); at < end; at += CHUNK_BYTES - overlap) {
      const read = readAt(memory, buffer, { at, length: Math.min(CHUNK_BYTES, end - at) });
      for (const [name, bytes] of wanted) if (read.includes(bytes)) found.add(name);
    }
  }
  closeSync(memory);
  return Object.keys(secrets).filter((name) => found.has(name));
}

const CHUNK_BYTES = 16 * 2 ** 20;
/** A line of /proc/PID/maps about what may be read and written. */
const RANGE = /^([0-9a-f]+)-([0-9a-f]+) rw/gm;

/** What can be read there: a range may have gone meanwhile. */
function readAt(file: number, buffer: Buffer, { at, length }: { at: number; length: number }): Buffer {
  try {
    return buffer.subarray(0, readSync(file, buffer, 0, length, at));
  } catch {
    return buffer.subarray(0, 0);
  }
}
