import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type RunRequest, type RunResult, runSeeds } from "./run-seeds";
import { count, emptyTally, type Share } from "./tally";

export type ToCore = { seed: string | undefined };
export type FromCore =
  | { kind: "next" }
  | { kind: "ended"; seed: string; share: Share; complaint: string | null };

/**
 * Runs many worlds, with a process and a server for each core that never leave it: to wake each other across cores would
 * cost them more than what they compute. A world that fails is run again here, for its report.
 */
export async function runSeedsOnCores(given: Omit<RunRequest, "part" | "auditor">): Promise<RunResult> {
  const began = performance.now();
  const queue = [...given.seeds];
  const tally = emptyTally();
  const failed = new Map<string, string>();
  const cores = Math.min(availableParallelism(), queue.length);
  await Promise.all(
    Array.from({ length: cores }, (_, core) =>
      runCore(startCore(core, given.orders), (message, reply) => {
        if (message.kind === "next")
          return reply({ seed: failed.size >= given.stopAtFailures ? undefined : queue.shift() });
        count(tally, message.share);
        if (message.complaint !== null) {
          failed.set(message.seed, message.complaint);
          process.stderr.write(`${message.complaint}\n`);
        }
        given.onWorld?.({ worlds: tally.worlds, orders: tally.orders, violations: failed.size });
      }),
    ),
  );
  // Worlds that were under way beside the last one wanted may have failed too: those are not reported.
  const reported = [...failed.keys()].slice(0, given.stopAtFailures);
  const again = { ...given, seeds: reported, onWorld: () => {} };
  const { failures } = reported.length === 0 ? { failures: [] } : await runSeeds(again);
  for (const seed of reported)
    if (!failures.some((failure) => failure.seed === seed))
      throw new Error(`seed ${seed} failed once and not again: ${failed.get(seed)}`);
  return { ...tally, failures, elapsedMs: performance.now() - began };
}

/** Most of what a world makes is soon let go: the collector runs less often where there is more room for it. */
const YOUNG_SPACE = "--max-semi-space-size=64";

/** A process for worlds of so many orders, which stays on its core where the system can keep it there. */
function startCore(core: number, orders: number): ChildProcess {
  const isKept = spawnSync("taskset", ["--version"]).status === 0;
  const program = [
    process.execPath,
    ...process.execArgv,
    YOUNG_SPACE,
    join(import.meta.dirname, "core.ts"),
    String(orders),
  ];
  const [command = "", ...args] = isKept ? ["taskset", "--cpu-list", String(core), ...program] : program;
  return spawn(command, args, { stdio: ["ignore", "inherit", "inherit", "ipc"], serialization: "advanced" });
}

/** Answers a process until it has ended; throws where it ends by itself. */
function runCore(
  child: ChildProcess,
  hear: (message: FromCore, reply: (answer: ToCore) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on("message", (message: FromCore) => hear(message, (answer) => child.send(answer)));
    child.on("error", reject);
    child.on("exit", (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`a process of the simulation ended: ${signal ?? code}`)),
    );
  });
}
