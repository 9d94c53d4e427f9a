import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { contractDrift } from "./contract.mjs";
import { contractRules } from "./contract-rules.mjs";
import { bin, inOrder, install, root } from "./workspace.mjs";

/**
 * `pnpm verify [step …]`: CI's fast half; every step runs, so that one look shows all that is wrong. Several steps are
 * processes of their own, two at a time, each with its output in one piece.
 */
const packages = ["openapi", "api", "web", "cli", "bot"].filter((name) =>
  existsSync(join(root, name, "tsconfig.json")),
);
const steps = {
  format: () => bin("biome", ["check", "--error-on-warnings"]),
  types: () => inOrder(packages.map((name) => () => bin("tsc", ["-p", name]))),
  boundaries: () => bin("depcruise", ["--config", ".dependency-cruiser.cjs", ...sources()]),
  // Loaded late, as `words` is: they need packages, and a fresh clone has none before `install`.
  tables: async () => (await import("./verify-tables.mjs")).tablesHaveOneWriter(),
  words: async () => (await import("./verify-words.mjs")).wordsHold(),
  unused: () => bin("knip", []),
  contract: () => inOrder([contractDrift, contractRules]),
  unit: () => bin("vitest", ["run", "src/"]),
};

await install();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`Unknown step ${unknown.join(", ")}; there are: ${Object.keys(steps).join(", ")}`);
  process.exit(2);
}
const failed = [];
const [only, ...others] = asked.length > 0 ? asked : Object.keys(steps);
if (others.length === 0) {
  console.log(`\n== ${only}`);
  if ((await steps[only]()) !== 0) failed.push(only);
} else {
  const left = [only, ...others];
  const lane = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const { code, said } = await apart(name);
      process.stdout.write(said);
      if (code !== 0) failed.push(name);
    }
  };
  await Promise.all([lane(), lane()]);
}
console.log(failed.length === 0 ? "\nverify: all hold" : `\nverify: failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Runs a step in a process of its own; returns its exit code and all that it said but its closing line. */
async function apart(name) {
  const child = spawn(process.execPath, [import.meta.filename, name], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  const [code] = await once(child, "close");
  return { code, said: said.replace(/\nverify: .*\n$/, "") };
}

function sources() {
  return packages.map((name) => `${name}/src`).filter((folder) => existsSync(join(root, folder)));
}
