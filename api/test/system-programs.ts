import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";

const NODES = process.env.SOTTO_NODES_DIR ?? join(import.meta.dirname, "../../.cache/nodes");

/** Where a program of a node is that `api/scripts/fetch-nodes.sh` fetched. */
export const nodeProgram = (name: string): string => join(NODES, "bin", name);

/** See `whyNotRun`. */
export const whyNoPrograms = (what: string, names: readonly string[]): string | undefined =>
  whyNotRun(
    what,
    names.every((name) => existsSync(nodeProgram(name))),
    "api/scripts/fetch-nodes.sh fetches it from Debian",
  );

/**
 * Says why tests cannot run that need a program that is not ours; undefined where they can. Prints the reason. Throws in CI,
 * where every program is there.
 */
export function whyNotRun(what: string, isThere: boolean, howToGet: string): string | undefined {
  if (isThere) return undefined;
  const why = `${what} did NOT run: not installed (${howToGet})`;
  if (process.env.CI === "true") throw new Error(why);
  console.log(`\n!!! ${why}.\n`);
  return why;
}

/** The shell kills the program as soon as its stdin closes, which happens however this process ends. */
const SCRIPT =
  '"$@" <&- >/dev/null 2>&1 & p=$!; trap "" INT TERM; if read x; then kill -TERM $p; else kill -KILL $p; fi; wait $p 2>&-';

/** Starts a fetched program, which ends with this process. `stop` asks it to end, and `kill` ends it at once. */
export function startNodeProgram(name: string, flags: readonly string[]) {
  const child = spawn("sh", ["-c", SCRIPT, "sh", nodeProgram(name), ...flags], {
    stdio: ["pipe", "ignore", "inherit"],
    detached: true,
  });
  const exited = once(child, "exit");
  const end = (word: string) => async (): Promise<void> => {
    child.stdin.end(word);
    await exited;
  };
  return { hasEnded: () => child.exitCode !== null, stop: end("TERM\n"), kill: end("") };
}
