import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const named = ["api", "openapi", "web", "cli", "bot"].filter((folder) =>
  existsSync(`${import.meta.dirname}/${folder}/src`),
);

export default defineConfig({
  test: {
    // Nothing here proves how fast something is: that is the benchmark's. A machine under load is no fault.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // Of tests in one file that ask for it.
    maxConcurrency: 4,
    // More than the two cores of the smallest machine that this is checked on: many tests wait for blocks and leases.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: named.map((name) => ({
      extends: true,
      test: { name, root: name, include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.{ts,tsx}"] },
    })),
  },
});
