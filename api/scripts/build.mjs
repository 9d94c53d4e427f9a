import { cpSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { root } from "./workspace.mjs";

/**
 * Bundles the server into `api/dist/main.js`, and the operator's `sotto-api`, with the schema beside them; packages stay
 * outside. `node build.mjs FOLDER` writes to another folder.
 *
 * Each file appears under its name when it is whole, so that a start meanwhile never reads half of one.
 */
const api = join(root, "api");
const programs = ["sotto-api", "main"];
const dist = resolve(process.argv[2] ?? join(api, "dist"));
const half = join(dist, `.half-${process.pid}`);
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
  rmSync(join(dist, "schema"), { recursive: true, force: true });
  renameSync(join(half, "schema"), join(dist, "schema"));
  for (const file of programs.flatMap((name) => [`${name}.js.map`, `${name}.js`]))
    renameSync(join(half, file), join(dist, file));
} finally {
  rmSync(half, { recursive: true, force: true });
}
