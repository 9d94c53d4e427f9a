import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./workspace.mjs";

/**
 * Bundles the server into `api/dist/main.js`, with the migrations beside it; packages stay outside.
 *
 * Each file appears under its name when it is whole, so that a start meanwhile never reads half of one.
 */
const api = join(root, "api");
const half = join(api, `dist/.half-${process.pid}`);
mkdirSync(half, { recursive: true });
try {
  await build({
    entryPoints: [join(api, "src/main.ts")],
    outfile: join(half, "main.js"),
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    logLevel: "warning",
  });
  const migrations = join(api, "src/db/migrations");
  if (existsSync(migrations)) {
    cpSync(migrations, join(half, "migrations"), { recursive: true });
    rmSync(join(api, "dist/migrations"), { recursive: true, force: true });
    renameSync(join(half, "migrations"), join(api, "dist/migrations"));
  }
  for (const file of ["main.js.map", "main.js"]) renameSync(join(half, file), join(api, "dist", file));
} finally {
  rmSync(half, { recursive: true, force: true });
}
