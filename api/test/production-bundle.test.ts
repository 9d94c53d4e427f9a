import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
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

/** What of the simulation is in a bundle: its names, and files of `test` among the sources that its map names. */
function simulationIn({ text, sources }: { text: string; sources: readonly string[] }): string[] {
  const words = new Set(text.match(/\w+/g));
  const files = sources.filter((file) => /(^|\/)test\//.test(file) && !file.includes("node_modules"));
  return [...names.filter((name) => words.has(name)), ...files];
}

const sourcesOf = (map: string): string[] =>
  z.object({ sources: z.array(z.string()) }).parse(JSON.parse(map)).sources;

test("no part of the simulation is in a production build", () => {
  execFileSync(process.execPath, [join(api, "scripts/build.mjs"), folder]);
  const files = readdirSync(folder).filter((file) => file.endsWith(".js"));
  expect(files).toEqual(expect.arrayContaining(["main.js", "sotto-api.js"]));
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8"));
  const bundle = {
    text: texts.join("\n"),
    sources: files.flatMap((file) => sourcesOf(readFileSync(join(folder, `${file}.map`), "utf8"))),
  };
  // Names and files are as in the sources: nothing was shortened.
  for (const known of ["composeWorker", "createProgram"]) expect(bundle.text).toContain(known);
  expect(bundle.sources.some((file) => file.endsWith("src/compose-worker.ts"))).toBe(true);
  expect(simulationIn(bundle)).toEqual([]);
});

test("the search finds the simulation in a bundle of it", async () => {
  const options = { bundle: true, packages: "external", platform: "node", format: "esm" } as const;
  const entryPoints = [join(api, "test/simulation/main.ts")];
  const shown = {
    sourcemap: "external",
    outdir: join(api, "dist"),
    minifyWhitespace: true,
    minifySyntax: true,
  } as const;
  const { outputFiles } = await build({
    ...options,
    ...shown,
    entryPoints,
    write: false,
    absWorkingDir: api,
  });
  const of = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? "";
  const found = simulationIn({ text: of(".js"), sources: sourcesOf(of(".js.map")) });
  expect(found).toEqual(expect.arrayContaining(["runSeeds", "faultyChain", "lostReply", "drawFaults"]));
  expect(found.some((name) => name.endsWith("test/simulation/faulty-chain.ts"))).toBe(true);
});
