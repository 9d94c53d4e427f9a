import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cpuMsOf, processesOf, pssMbOf } from "./cpu";
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
