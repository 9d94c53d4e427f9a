import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * Bundles the program with everything that it needs into the single file `cli/dist/sotto.js`.
 *
 * Modules that are imported lazily are evaluated only when they are wanted: the start stays near that of bare Node.
 */
const cli = join(import.meta.dirname, "..");
const half = join(cli, `dist/.half-${process.pid}`);
mkdirSync(half, { recursive: true });
try {
  await build({
    entryPoints: [join(cli, "src/main.ts")],
    outfile: join(half, "sotto.js"),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    minify: true,
    legalComments: "none",
    // Commander loads it for commands that are programs of their own, which sotto has none of.
    alias: { "node:child_process": join(cli, "scripts/no-child-process.cjs") },
    // Commander is CommonJS and asks for Node's own modules by require.
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
    logLevel: "warning",
  });
  renameSync(join(half, "sotto.js"), join(cli, "dist/sotto.js"));
} finally {
  rmSync(half, { recursive: true, force: true });
}
