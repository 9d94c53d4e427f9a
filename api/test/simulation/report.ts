import { execFileSync } from "node:child_process";
import type { SimulationFailure } from "./run-seed";
import { replayCommand, type Shortest } from "./shrink";

/** A violation with its seed, and the shortest history that still fails; null where only a part was run. */
export type Violation = {
  seed: string;
  failure: SimulationFailure;
  shortest: Shortest<SimulationFailure> | null;
};

const JOURNAL_LINES = 40;

/** Describes a violation: what is wrong, at which commit, the shortest history, its stories, and how to replay it. */
export function reportLines(
  { seed, failure, shortest }: Violation,
  { orders, wholeJournal }: { orders: number; wholeJournal: boolean },
): string[] {
  const { stories, journal } = shortest?.failure ?? failure;
  return [
    `FAILED ${failure.message}`,
    `Replay at commit ${commit()}: ${replayCommand({ seed, orders })}`,
    ...(shortest === null ? [] : shortestLines({ seed, orders }, failure, shortest)),
    ...stories.flatMap((story) => ["", ...story.split("\n")]),
    "",
    "The end of the journal:",
    ...journal.slice(wholeJournal ? 0 : -JOURNAL_LINES).map((line) => `    ${line}`),
    failure.cause instanceof Error ? (failure.cause.stack ?? "") : "",
  ];
}

function shortestLines(
  world: { seed: string; orders: number },
  failure: SimulationFailure,
  shortest: Shortest<SimulationFailure>,
): string[] {
  const { steps, stepsBefore, replays, isDone, without } = shortest;
  const away = without.length === 0 ? "" : ` and not the faults ${without.join(", ")}`;
  const limit = isDone ? "" : " (a longer search may find a shorter one)";
  return [
    `The shortest history that still fails has ${steps.length} of ${stepsBefore} steps${away}; ${replays} replays${limit}:`,
    `    ${replayCommand(world, shortest)}`,
    ...(shortest.failure.message === failure.message ? [] : [`    ${shortest.failure.message}`]),
  ];
}

function commit(): string {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty"], {
      cwd: import.meta.dirname,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "unknown";
  }
}
