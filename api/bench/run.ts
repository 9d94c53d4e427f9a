import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chosenOf, type Environment } from "./chosen";
import { readCommitted, surroundings, writeCommitted } from "./committed";
import { betterOf, type CommittedLines, fallenOf } from "./compare";
import { FULL, SHORT } from "./form";
import type { Measured } from "./measured";
import { buildServer } from "./processes";
import { type Bench, openBench, type Row } from "./row";
import { tableOf } from "./table";

/**
 * Measures rows one after the other, prints them as one table and returns the exit code.
 *
 * BENCH_SHORT=1 measures in short rounds, and fails where a ratio has fallen by half against docs/benchmarks.json in two
 * measurings. BENCH_ONLY names rows; BENCH_WRITE=1 writes docs/benchmarks.json.
 */
export async function runBench(rows: readonly Row[], environment: Environment): Promise<0 | 1> {
  const isShort = environment.BENCH_SHORT === "1";
  const chosen = chosenOf(rows, environment);
  const form = isShort ? SHORT : FULL;
  const about = surroundings(form);
  const committed = readCommitted();
  const folder = mkdtempSync(join(tmpdir(), "sotto-bench-"));
  const { bench, notes, close } = openBench(folder, form);
  const measured: Measured[] = [];
  const failed: string[] = [];
  try {
    await buildServer();
    for (const row of chosen) {
      const figures = await measuredOf(row, bench, isShort ? committed : {});
      if (figures === undefined) failed.push(row.key);
      else measured.push(...figures);
    }
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
  const { machine, node, commit, load } = about;
  const rounds = `medians of ${form.rounds} rounds${isShort ? ", short form" : ""}`;
  console.log(`\n${machine}; Node ${node}; ${commit}; load average before ${load}; ${rounds}\n`);
  console.log([tableOf(measured, committed), "", ...notes].join("\n"));
  if (environment.BENCH_WRITE === "1") writeCommitted(measured, about);
  const fallen = isShort ? fallenOf(measured, committed) : [];
  console.log(`\n${closingLine(fallen, failed)}`);
  return fallen.length + failed.length > 0 ? 1 : 0;
}

function closingLine(fallen: readonly string[], failed: readonly string[]): string {
  if (failed.length > 0) return `bench: not measured because of a failure: ${failed.join(", ")}`;
  if (fallen.length > 0) return `bench: fallen by more than half, measured twice: ${fallen.join(", ")}`;
  return "bench: done";
}

/** A row's figures; measured again where one seems to have fallen. Undefined when it failed, which is printed. */
async function measuredOf(
  row: Row,
  bench: Bench,
  committed: CommittedLines,
): Promise<Measured[] | undefined> {
  const startedMs = performance.now();
  try {
    const first = await row.measure(bench);
    const fallen = fallenOf(first, committed);
    if (fallen.length === 0) return first;
    console.log(`${fallen.join(", ")}: seems to have fallen by more than half; ${row.key} is measured again`);
    return betterOf(first, await row.measure(bench));
  } catch (error) {
    console.error(`${row.key}:`, error);
    return undefined;
  } finally {
    console.log(`${row.key}: ${Math.round((performance.now() - startedMs) / 1_000)} s`);
  }
}
