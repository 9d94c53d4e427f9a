import type { FromCore, ToCore } from "./cores";
import { SimulationFailure } from "./run-seed";
import { liveThroughAll } from "./run-seeds";
import { openSite } from "./site";
import { shareOf } from "./tally";

/** One of the processes that `runSeedsOnCores` starts: runs the worlds that it is told, on a server of its own. */
async function main(): Promise<void> {
  process.on("disconnect", () => process.exit(1));
  const asked: ((seed: string | undefined) => void)[] = [];
  process.on("message", ({ seed }: ToCore) => asked.shift()?.(seed));
  const say = (message: FromCore): void => {
    process.send?.(message);
  };
  const site = await openSite();
  try {
    await liveThroughAll(
      site,
      { orders: Number(process.argv[2]) },
      {
        next: () =>
          new Promise((resolve) => {
            asked.push(resolve);
            say({ kind: "next" });
          }),
        async end(_slot, seed, outcome) {
          const complaint = outcome instanceof SimulationFailure ? outcome.message : null;
          say({ kind: "ended", seed, share: shareOf(outcome), complaint });
        },
      },
    );
  } finally {
    await site.close();
  }
  process.exit(0);
}

await main();
