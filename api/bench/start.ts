import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "./processes";

/** What a start with all processes took. */
export type Started = {
  /** Until the first answer, which comes when all processes work. */
  readyMs: number;
  /** Of all processes until then. */
  cpuMs: number;
  /** Of each process by its role, a while later; of the supervisor as `all`. Empty where there is no /proc. */
  pssMb: Readonly<Record<string, number>>;
};

const SETTLE_MS = 3_000;
/** The kernel counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** Starts of the server with its own database, on a DATA_DIR that was used before. */
export async function measureStarts(folder: string, rounds: number): Promise<Started[]> {
  const environment = { DATABASE_URL: "", DATA_DIR: join(folder, "started") };
  const first = await startServer(environment);
  await first.stop();
  const started: Started[] = [];
  for (let round = 0; round < rounds; round++) {
    const server = await startServer(environment);
    const processes = processesOf(server.pid);
    const cpuMs = processes.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
    await sleep(SETTLE_MS);
    const pssMb = Object.fromEntries(processes.map(({ pid, role }) => [role, pssMbOf(pid)]));
    started.push({ readyMs: server.readyMs, cpuMs, pssMb });
    await server.stop();
  }
  return started;
}

/** The supervisor and its processes, without PostgreSQL. */
function processesOf(supervisor: number): { pid: number; role: string }[] {
  const pids =
    textOf(`/proc/${supervisor}/status`) === ""
      ? []
      : readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = pids.flatMap((pid) => {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1]);
    const role = /(?:^|\0)SOTTO_ROLE=(\w+)/.exec(textOf(`/proc/${pid}/environ`))?.[1];
    return parent === supervisor && role !== undefined ? [{ pid: Number(pid), role }] : [];
  });
  return children.length === 0 ? [] : [{ pid: supervisor, role: "all" }, ...children];
}

/** User and system time. */
function cpuMsOf(pid: number): number {
  const fields = textOf(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const pssMbOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1]) / 1024;

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
