import { cpSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { removeOldParts, root } from "./workspace.mjs";

/**
 * Bundles the server into `api/dist/main.js`, and the operator's `sotto-api`, with their packages, and with the schema
 * beside them. A process loads `main.js` and the parts that its role needs. `node build.mjs FOLDER` writes to another
 * folder.
 *
 * Each file appears under its name when it is whole, so that a start meanwhile never reads half of one.
 */
const api = join(root, "api");
const programs = ["sotto-api", "main"];
const dist = resolve(process.argv[2] ?? join(api, "dist"));
const half = join(dist, `.half-${process.pid}`);

/** Zod's messages in forty languages: the service has its own, and uses those in English. */
const englishOnly = {
  name: "zod in English only",
  setup(builder) {
    builder.onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer, resolveDir, path }) =>
      /[\\/]node_modules[\\/]zod[\\/]/.test(importer)
        ? { path: resolve(resolveDir, path), namespace: "english" }
        : undefined,
    );
    builder.onLoad({ filter: /./, namespace: "english" }, ({ path }) => ({
      contents: 'export { default as en } from "./en.js";',
      resolveDir: resolve(path, ".."),
    }));
  },
};

mkdirSync(half, { recursive: true });
try {
  await build({
    entryPoints: programs.map((name) => join(api, `src/${name}.ts`)),
    outdir: half,
    // Packages of the CommonJS kind ask for Node's own modules by require.
    banner: {
      js: '#!/usr/bin/env node\nimport{createRequire as requireFrom}from"node:module";const require=requireFrom(import.meta.url);',
    },
    bundle: true,
    splitting: true,
    // It loads a native addon of its own.
    external: ["@node-rs/argon2"],
    platform: "node",
    format: "esm",
    target: "node20",
    // Half the text takes half the time to read; names stay, for traces.
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: true,
    logLevel: "warning",
    plugins: [englishOnly],
  });
  cpSync(join(api, "src/db/schema"), join(half, "schema"), { recursive: true });
  const fresh = readdirSync(half).filter((file) => file !== "schema");
  const isProgram = (file) => programs.some((name) => file === `${name}.js`);
  // The parts before the programs that name them.
  for (const file of fresh.filter((name) => !isProgram(name))) renameSync(join(half, file), join(dist, file));
  rmSync(join(dist, "schema"), { recursive: true, force: true });
  renameSync(join(half, "schema"), join(dist, "schema"));
  for (const file of fresh.filter(isProgram)) renameSync(join(half, file), join(dist, file));
  removeOldParts(dist, fresh);
} finally {
  rmSync(half, { recursive: true, force: true });
}
