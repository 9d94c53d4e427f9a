import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyWorkspace } from "../workspace-copy";
import type { Mutant } from "./mutant";
import { MUTANTS } from "./planted";

export type MutantOutcome = {
  name: string;
  story: string;
  /** What the simulation said; null when it noticed nothing. */
  caughtBy: string | null;
  seconds: number;
};

const SEEDS_MAX = 60;
/** For all of these worlds on a machine that is slow, or busy with other work: what ends a run is their number. */
const RUN_MS_MAX = 3_600_000;

/**
 * Runs the simulation on each mutant until it fails, or until it has had all its worlds. The short form takes those whose
 * seed is known: that one world first, and the others only if it notices nothing.
 */
export function runMutants(given: {
  short: boolean;
  only: readonly string[];
  report?: (outcome: MutantOutcome) => void;
}): MutantOutcome[] {
  const chosen = MUTANTS.filter(
    ({ name, seed }) =>
      (given.only.length === 0 || given.only.includes(name)) && (!given.short || seed !== undefined),
  );
  const copy = copyWorkspace();
  try {
    return chosen.map((mutant) => {
      const { seed } = mutant;
      const known =
        given.short && seed !== undefined ? runOne(copy.folder, mutant, { from: seed, seeds: 1 }) : null;
      const isNoticed = known !== null && known.caughtBy !== null;
      const outcome = isNoticed ? known : runOne(copy.folder, mutant, { from: 0, seeds: SEEDS_MAX });
      given.report?.(outcome);
      return outcome;
    });
  } finally {
    copy.remove();
  }
}

function runOne(
  folder: string,
  mutant: Mutant,
  { from, seeds }: { from: number; seeds: number },
): MutantOutcome {
  const api = join(folder, "api");
  const originals = new Map<string, string>();
  for (const { file, find, replace } of mutant.patches) {
    const path = join(api, "src", file);
    const text = readFileSync(path, "utf8");
    if (!originals.has(path)) originals.set(path, text);
    if (text.split(find).length !== 2)
      throw new Error(`${mutant.name}: the text to replace in ${file} is not there once`);
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
  }
  const began = performance.now();
  const run = spawnSync(
    process.execPath,
    [
      "--import",
      "tsx",
      "test/simulation/main.ts",
      "--seeds",
      String(seeds),
      "--from",
      String(from),
      "--orders",
      "5",
      "--failures",
      "1",
      "--replays",
      "0",
    ],
    { cwd: api, encoding: "utf8", timeout: RUN_MS_MAX },
  );
  for (const [path, text] of originals) writeFileSync(path, text);
  const { name, story } = mutant;
  return { name, story, caughtBy: verdict(run), seconds: (performance.now() - began) / 1_000 };
}

/** Only a failure that the simulation reports counts: a mutant that does not even start proves nothing. */
function verdict(run: {
  status: number | null;
  /** What ended it, where its time was over. */
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}): string | null {
  const found = /^FAILED (seed [^\n]*(?:\n {2}\S[^\n]*)?)/m.exec(run.stdout)?.[1];
  if (found !== undefined) return found.replaceAll(/\s+/g, " ");
  if (run.status === 0) return null;
  if (run.signal !== null) throw new Error(`the mutant's worlds did not end within ${RUN_MS_MAX} ms`);
  throw new Error(`the mutant did not run: ${run.stderr.slice(0, 2_000)}`);
}

/** One line each. */
export const tableOf = (outcomes: readonly MutantOutcome[]): string =>
  outcomes
    .map(({ name, caughtBy, seconds }) => {
      const result = caughtBy === null ? "NOT NOTICED" : `noticed: ${caughtBy.slice(0, 150)}`;
      return `${name.padEnd(26)} ${seconds.toFixed(1).padStart(6)} s  ${result}`;
    })
    .join("\n");
