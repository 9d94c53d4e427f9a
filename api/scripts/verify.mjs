import { existsSync } from "node:fs";
import { join } from "node:path";
import { contractDrift } from "./contract.mjs";
import { contractRules } from "./contract-rules.mjs";
import { bin, inOrder, install, root } from "./workspace.mjs";

/** `pnpm verify [step …]`: CI's fast half; every step runs, so that one look shows all that is wrong. */
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
for (const name of asked.length > 0 ? asked : Object.keys(steps)) {
  console.log(`\n== ${name}`);
  if ((await steps[name]()) !== 0) failed.push(name);
}
console.log(failed.length === 0 ? "\nverify: all hold" : `\nverify: failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function sources() {
  return packages.map((name) => `${name}/src`).filter((folder) => existsSync(join(root, folder)));
}
