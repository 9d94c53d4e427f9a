import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { removeOldParts } from "../../api/scripts/workspace.mjs";

/** Bundles the bot with its packages into `bot/dist/sotto-bot.js`, and what it loads only where it uses Redis. */
const bot = join(import.meta.dirname, "..");
const dist = join(bot, "dist");
const half = join(dist, `.half-${process.pid}`);
mkdirSync(half, { recursive: true });
try {
  await build({
    entryPoints: { "sotto-bot": join(bot, "src/main.ts") },
    outdir: half,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    minifyWhitespace: true,
    minifySyntax: true,
    // node-fetch knows an AbortSignal by the name of its class.
    keepNames: true,
    // Packages of the CommonJS kind ask for Node's own modules by require.
    banner: {
      js: 'import{createRequire as requireFrom}from"node:module";const require=requireFrom(import.meta.url);',
    },
    logLevel: "warning",
  });
  // The program after the parts that it names.
  const parts = readdirSync(half).filter((name) => name !== "sotto-bot.js");
  for (const name of [...parts, "sotto-bot.js"]) renameSync(join(half, name), join(dist, name));
  removeOldParts(dist, [...parts, "sotto-bot.js"]);
} finally {
  rmSync(half, { recursive: true, force: true });
}
