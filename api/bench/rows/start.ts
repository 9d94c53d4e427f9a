import { setTimeout as sleep } from "node:timers/promises";
import { cpuMsOf, processesOf, pssMbOf } from "../cpu";
import { type Measured, median, sum } from "../measured";
import { startServer } from "../processes";
import type { Row } from "../row";

type Started = { readyMs: number; cpuMs: number; pssMb: Map<string, number> };

const SETTLE_MS = 3_000;

/** Starts of the server with a database of its own, on a DATA_DIR that was used before. */
export const start: Row = {
  key: "start",
  async measure(bench) {
    const environment = { DATABASE_URL: "", DATA_DIR: bench.folderOf("started") };
    const first = await startServer(environment);
    await first.stop();
    const started: Started[] = [];
    for (let round = 0; round < bench.form.starts; round++) started.push(await startOnce(environment));
    const roles = [...(started[0]?.pssMb.keys() ?? [])];
    if (roles.length === 0) return [{ key: "start", ours: median(started.map(({ readyMs }) => readyMs)) }];
    const mbOf = (role: string): number => median(started.map(({ pssMb }) => pssMb.get(role) ?? Number.NaN));
    bench.note(`Memory: ${roles.map((role) => `${role} ${Math.round(mbOf(role))} MB`).join(", ")}.`);
    return linesOf(started);
  },
};

const linesOf = (started: readonly Started[]): Measured[] => [
  {
    key: "start",
    ours: median(started.map(({ readyMs }) => readyMs)),
    cpuMs: median(started.map(({ cpuMs }) => cpuMs)),
  },
  { key: "start-memory", ours: median(started.map(({ pssMb }) => sum([...pssMb.values()]))) },
];

async function startOnce(environment: Readonly<Record<string, string>>): Promise<Started> {
  const server = await startServer(environment);
  try {
    const processes = processesOf(server.pid);
    const cpuMs = sum(processes.map(({ pid }) => cpuMsOf(pid)));
    await sleep(SETTLE_MS);
    const named = processes.map(
      ({ pid, role }) => [role === "all" ? "supervisor" : role, pssMbOf(pid)] as const,
    );
    return { readyMs: server.readyMs, cpuMs, pssMb: new Map(named) };
  } finally {
    await server.stop();
  }
}
