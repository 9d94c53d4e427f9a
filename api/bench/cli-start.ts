import { join } from "node:path";
import { outputOf } from "./processes";

const cli = join(import.meta.dirname, "../../cli");

/** Milliseconds of `sotto --version`, bundled, and of Node with nothing to do, in turn. */
export async function measureCliStarts(rounds: number): Promise<{ oursMs: number[]; bareMs: number[] }> {
  await timed([join(cli, "scripts/build.mjs")]);
  const [oursMs, bareMs]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const figures = {
      ours: await timed([join(cli, "dist/sotto.js"), "--version"]),
      bare: await timed(["-e", "0"]),
    };
    // The first round only warms the file cache.
    if (round === 0) continue;
    oursMs.push(figures.ours);
    bareMs.push(figures.bare);
  }
  return { oursMs, bareMs };
}

async function timed(args: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  await outputOf(process.execPath, args, {});
  return performance.now() - startedMs;
}
