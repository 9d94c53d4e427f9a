import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const named = ["api", "openapi", "web", "cli", "bot"].filter((folder) =>
  existsSync(`${import.meta.dirname}/${folder}/src`),
);

// Files that run in one process share its modules: loading those of the api again takes two seconds each time.
const project = (name: string, root: string, include: string[]) => ({
  extends: true as const,
  test: { name, root, include, isolate: false },
});

export default defineConfig({
  test: {
    // Nothing here proves how fast something is: that is the benchmark's. A machine under load is no fault.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // Of tests in one file that ask for it.
    maxConcurrency: 3,
    // Two for each core: most of what takes long waits for blocks, retries and other processes.
    maxWorkers: 2 * availableParallelism(),
    // Files keep their transformed text between runs: one that imports the whole api starts in half the time.
    experimental: { fsModuleCache: true },
    // One PostgreSQL for the whole run, which the first test that needs it starts.
    globalSetup: [`${import.meta.dirname}/api/test/postgres/setup.ts`],
    projects: [
      ...named.map((name) => project(name, name, ["src/**/*.test.{ts,tsx}", "test/**/*.test.{ts,tsx}"])),
      // Short forms of the long suites: `npm run test:short`.
      project("short", "api", ["test/**/*.short.ts"]),
    ],
  },
});
