import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The kernel counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** Whether this system says what its processes use. */
export const hasProcesses = (): boolean => existsSync("/proc/self/stat");

/** The supervisor and its processes, without PostgreSQL. Empty where there is no /proc. */
export function processesOf(supervisor: number): { pid: number; role: string }[] {
  const children = childrenOf(supervisor).flatMap((pid) => {
    const role = /(?:^|\0)SOTTO_ROLE=(\w+)/.exec(textOf(`/proc/${pid}/environ`))?.[1];
    return role === undefined ? [] : [{ pid, role }];
  });
  return children.length === 0 ? [] : [{ pid: supervisor, role: "all" }, ...children];
}

/** User and system time of a process. */
export function cpuMsOf(pid: number): number {
  const { own } = timesOf(pid);
  return own;
}

/** User and system time of a PostgreSQL server, with that of the processes that have ended. */
export function cpuMsOfServer(cluster: string): number {
  const postmaster = postmasterOf(cluster);
  const { own, ended } = timesOf(postmaster);
  return childrenOf(postmaster).reduce((sum, pid) => sum + cpuMsOf(pid), own + ended);
}

/** User and system time of what a PostgreSQL server does for one user, by process: connections end meanwhile. Throws where none is named so. */
export function cpuMsOfUser(cluster: string, user: string): ReadonlyMap<number, number> {
  // PostgreSQL names them "postgres: user database ...".
  const own = childrenOf(postmasterOf(cluster)).filter((pid) =>
    textOf(`/proc/${pid}/cmdline`).startsWith(`postgres: ${user} `),
  );
  if (own.length === 0) throw new Error(`no process of PostgreSQL is named after ${user}`);
  return new Map(own.map((pid) => [pid, cpuMsOf(pid)]));
}

/** The processes of a PostgreSQL server. */
export function processesOfServer(cluster: string): number[] {
  const postmaster = postmasterOf(cluster);
  return [postmaster, ...childrenOf(postmaster)];
}

const postmasterOf = (cluster: string): number =>
  Number(textOf(join(cluster, "postmaster.pid")).split("\n")[0]);

export const pssMbOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1]) / 1024;

function timesOf(pid: number): { own: number; ended: number } {
  const fields = (textOf(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? []).map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS };
}

function childrenOf(parent: number): number[] {
  if (textOf(`/proc/${parent}/status`) === "") return [];
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => parentOf(pid) === parent);
}

const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1]);

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
