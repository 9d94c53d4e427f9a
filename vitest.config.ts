import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { pagesPlugin } from "./web/scripts/messages-plugin.mjs";

const named = ["api", "openapi", "web", "cli", "bot"].filter((folder) =>
  existsSync(`${import.meta.dirname}/${folder}/src`),
);

// Files that run in one process share its modules: loading those of the api again takes two seconds each time.
const project = (name: string, root: string, include: string[]) => ({
  extends: true as const,
  plugins: name === "web" ? [pagesPlugin()] : [],
  test: { name, root, include, isolate: false },
});

/** What takes longest, and much of that waits for other processes: begun first, it waits beside the rest and not after it. */
const LONG = [
  "api/test/monero/conformance.short.ts",
  "api/test/utxo/conformance.short.ts",
  "bot/test/bot.short.ts",
  "api/test/simulation/mutants.short.ts",
  "api/test/hold-refund.test.ts",
  "api/test/contract.test.ts",
  "api/test/database/start.test.ts",
  "cli/test/process.test.ts",
];

/** The long files first, then those of one project after the other: a process takes on files of its own project only. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = LONG.findIndex((file) => moduleId.endsWith(`/${file}`));
      return rank === -1 ? LONG.length : rank;
    };
    const usual = await super.sort(files);
    const projectOf = ({ project }: TestSpecification): number => named.indexOf(project.name);
    return usual.toSorted((a, b) => rankOf(a) - rankOf(b) || projectOf(a) - projectOf(b));
  }
}

export default defineConfig({
  test: {
    // Nothing here proves how fast something is: that is the benchmark's. A machine under load is no fault.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // Of tests in one file that ask for it.
    maxConcurrency: 3,
    // Three for each core: most of what takes long waits for blocks, retries and other processes.
    maxWorkers: 3 * availableParallelism(),
    sequence: { sequencer: LongFirst },
    // Files keep their transformed text between runs: one that imports the whole api starts in half the time.
    experimental: { fsModuleCache: true },
    // One PostgreSQL for the whole run, which the first test that needs it starts.
    globalSetup: [`${import.meta.dirname}/api/test/postgres/setup.ts`],
    projects: [
      ...named.map((name) => project(name, name, ["src/**/*.test.{ts,tsx}", "test/**/*.test.{ts,tsx}"])),
      // Short forms of the long suites, and what starts whole services or many nodes: `npm run test:short`.
      project("short", ".", ["{api,bot,cli}/test/**/*.short.ts"]),
      // What is shown on many cases and takes minutes: `npm run test:long`.
      project("long", ".", ["{api,bot}/test/**/*.long.ts"]),
      // What needs real nodes and takes minutes: `npm run test:nodes`, with the other tests of nodes.
      project("nodes", "api", ["test/**/*.nodes.ts"]),
    ],
  },
});
