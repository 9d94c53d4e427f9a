import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";

/**
 * Bundles the program with everything that it needs into the single file `cli/dist/sotto.js`, and lays out the package that
 * `npm run package` packs in `cli/dist/package`: the bundle, its launcher, its page of the docs, and a manifest
 * that names no dependency.
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
  layOutPackage();
} finally {
  rmSync(half, { recursive: true, force: true });
}

function layOutPackage() {
  const folder = join(cli, "dist/package");
  // The page that every --help names goes with the program.
  const files = {
    "bin/sotto.mjs": "bin/sotto.mjs",
    "dist/sotto.js": "dist/sotto.js",
    "../docs/cli.md": "docs/cli.md",
  };
  for (const [from, to] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(to)), { recursive: true });
    copyFileSync(join(cli, from), join(folder, to));
  }
  const manifest = JSON.parse(readFileSync(join(cli, "package.json"), "utf8"));
  for (const name of ["private", "scripts", "dependencies", "devDependencies"]) delete manifest[name];
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
