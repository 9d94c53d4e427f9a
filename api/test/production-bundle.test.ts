import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { FAULT_KINDS } from "./simulation/faulty-chain";

const api = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "sotto-bundle-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Names of the simulation that production code has for things of its own. */
const SHARED = new Set(["addressOf", "figuresAt", "networkFees"]);
/** Words of the environment that the simulation reads. */
const SWITCHES = ["SIM_SEEDS", "MUTANTS_SHORT"];

/** Names that only the simulation has: what its files export, and its faults. A single word may mean anything. */
const names = [...exportsOf(join(import.meta.dirname, "simulation")), ...FAULT_KINDS, ...SWITCHES].filter(
  (name) => /[a-z][A-Z]|_/.test(name) && !SHARED.has(name),
);

function exportsOf(sources: string): string[] {
  const files = readdirSync(sources).filter((file) => file.endsWith(".ts"));
  const declared = /^export (?:async )?(?:const|function|class) (\w+)/gm;
  return files.flatMap((file) =>
    [...readFileSync(join(sources, file), "utf8").matchAll(declared)].map(([, name = ""]) => name),
  );
}

/** What of the simulation is in a bundle: its names, and the comments by which the bundler names files of `test`. */
function simulationIn(bundle: string): string[] {
  const words = new Set(bundle.match(/\w+/g));
  const files = [...bundle.matchAll(/^\/\/ (?:.*\/)?test\/.*$/gm)].map(([line]) => line);
  return [...names.filter((name) => words.has(name)), ...files];
}

test("no part of the simulation is in a production build", () => {
  execFileSync(process.execPath, [join(api, "scripts/build.mjs"), folder]);
  for (const [program, known] of Object.entries({
    "main.js": "composeWorker",
    "sotto-api.js": "createProgram",
  })) {
    const bundle = readFileSync(join(folder, program), "utf8");
    // Names are as in the sources: nothing was shortened.
    expect(bundle.includes(known), program).toBe(true);
    expect(simulationIn(bundle), program).toEqual([]);
  }
});

test("the search finds the simulation in a bundle of it", async () => {
  const options = { bundle: true, packages: "external", platform: "node", format: "esm" } as const;
  const entryPoints = [join(api, "test/simulation/main.ts")];
  const { outputFiles } = await build({ ...options, entryPoints, write: false, absWorkingDir: api });
  const found = simulationIn(outputFiles[0]?.text ?? "");
  expect(found).toEqual(expect.arrayContaining(["runSeeds", "faultyChain", "lostReply", "drawFaults"]));
  expect(found).toContain("// test/simulation/faulty-chain.ts");
});
