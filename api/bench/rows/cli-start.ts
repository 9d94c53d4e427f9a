import { join } from "node:path";
import { median } from "../measured";
import { outputOf } from "../processes";
import type { Row } from "../row";

const cli = join(import.meta.dirname, "../../../cli");

/** Milliseconds of `sotto --version`, bundled, and of Node with nothing to do, in turn. */
export const cliStart: Row = {
  key: "cli-start",
  async measure(bench) {
    await timed([join(cli, "scripts/build.mjs")]);
    const turns: { ours: number; bare: number }[] = [];
    for (let round = 0; round <= bench.form.cliRounds; round++) {
      const turn = {
        ours: await timed([join(cli, "dist/sotto.js"), "--version"]),
        bare: await timed(["-e", "0"]),
      };
      // The first round only warms the file cache.
      if (round > 0) turns.push(turn);
    }
    return [
      {
        key: "cli-start",
        ours: median(turns.map(({ ours }) => ours)),
        bare: median(turns.map(({ bare }) => bare)),
        ratio: median(turns.map(({ ours, bare }) => bare / ours)),
      },
    ];
  },
};

async function timed(args: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  await outputOf(process.execPath, args, {});
  return performance.now() - startedMs;
}
