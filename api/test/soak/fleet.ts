import { setTimeout as sleep } from "node:timers/promises";
import { processesOfServer, pssMbOf } from "../../bench/cpu";
import { waitFor } from "../api-client";
import type { ByHand, HandRole } from "../by-hand";
import { freePort, type ServerProcess } from "../server";

/** Two of those that customers' work runs on, and one of each other. */
const FLEET = ["signer", "admin", "worker-0", "worker-1", "http-0", "http-1"] as const;
type Name = (typeof FLEET)[number];

const START_MS_MAX = 120_000;
const DOWN_MS = 1_000;

/** The memory of all processes of a role together, in MB, at a time in ms since the start. */
export type MemoryLook = { atMs: number; mb: ReadonlyMap<string, number> };

export type Fleet = {
  /** Bases of the `http` processes. */
  bases: readonly string[];
  /** SIGKILLs the next process in turn, and starts another one in its place. Returns its name. */
  killNext(): Promise<string>;
  memory(): ReadonlyMap<string, number>;
  stop(): Promise<void>;
};

/** Starts the service as processes of their own on one PostgreSQL server. */
export async function startFleet(hand: ByHand): Promise<Fleet> {
  const ports = new Map<Name, number>();
  for (const name of ["http-0", "http-1"] as const) ports.set(name, await freePort());
  const running = new Map<Name, ServerProcess>();
  const start = async (name: Name): Promise<void> => {
    const role = name.split("-")[0] as HandRole;
    const port = ports.get(name);
    const process = hand.launch(role, { env: { SOTTO_LOG_LEVEL: "warn" }, ...(port && { port }) });
    running.set(name, process);
    if (port === undefined) return;
    await waitFor(`${name} that is ready`, START_MS_MAX, async () => {
      if (!process.isRunning()) throw new Error(`${name} ended:\n${process.output()}`);
      const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined);
      return answer?.status === 200;
    });
  };
  for (const name of FLEET) await start(name);
  let kills = 0;
  return {
    bases: [...ports.values()].map((port) => `http://127.0.0.1:${port}`),
    async killNext() {
      const name = FLEET[kills++ % FLEET.length] ?? "signer";
      const process = running.get(name);
      if (process === undefined) throw new Error(`${name} does not run`);
      if (!process.isRunning()) throw new Error(`${name} had ended by itself:\n${process.output()}`);
      process.signal("SIGKILL");
      await process.ended;
      await sleep(DOWN_MS);
      await start(name);
      return name;
    },
    memory() {
      const mb = new Map<string, number>();
      const add = (role: string, pids: readonly number[]): void => {
        for (const pid of pids) {
          const own = pssMbOf(pid);
          // A process that ends in this moment has none.
          if (Number.isFinite(own)) mb.set(role, (mb.get(role) ?? 0) + own);
        }
      };
      for (const [name, process] of running) add(name.split("-")[0] ?? "", [process.pid]);
      add("postgres", processesOfServer(hand.database.where));
      return mb;
    },
    async stop() {
      for (const name of [...FLEET].reverse()) running.get(name)?.signal("SIGTERM");
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}
