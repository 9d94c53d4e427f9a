import { cpSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./workspace.mjs";

/**
 * Bundles the server into `api/dist/main.js`, and the operator's `sotto-api`, with the schema beside them; packages stay
 * outside.
 *
 * Each file appears under its name when it is whole, so that a start meanwhile never reads half of one.
 */
const api = join(root, "api");
const programs = ["sotto-api", "main"];
const half = join(api, `dist/.half-${process.pid}`);
mkdirSync(half, { recursive: true });
try {
  await build({
    entryPoints: programs.map((name) => join(api, `src/${name}.ts`)),
    outdir: half,
    banner: { js: "#!/usr/bin/env node" },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    logLevel: "warning",
  });
  cpSync(join(api, "src/db/schema"), join(half, "schema"), { recursive: true });
  rmSync(join(api, "dist/schema"), { recursive: true, force: true });
  renameSync(join(half, "schema"), join(api, "dist/schema"));
  for (const file of programs.flatMap((name) => [`${name}.js.map`, `${name}.js`]))
    renameSync(join(half, file), join(api, "dist", file));
} finally {
  rmSync(half, { recursive: true, force: true });
}
