import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { checkBudgets } from "./budget.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const configFile = join(root, "vite.config.ts");

/** Builds the browser's bundle to `outDir/client` and the server's to `outDir/server/entry-server.js`. */
async function buildWeb(outDir) {
  // Whatever the caller runs as, visitors get React's production build.
  process.env.NODE_ENV = "production";
  const common = { root, configFile, logLevel: "warn", mode: "production" };
  await build({
    ...common,
    build: {
      outDir: join(outDir, "client"),
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: { input: join(root, "src/entry-client.tsx") },
    },
  });
  await build({
    ...common,
    // A server's bundle would ask its environment at each start, and render with React's development build.
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir: join(outDir, "server"),
      emptyOutDir: true,
      ssr: join(root, "src/entry-server.tsx"),
      copyPublicDir: false,
      // One file, loaded whole at the start: a later build cannot pull a chunk from under a running server. Less text is
      // read faster; names stay, for traces.
      rolldownOptions: {
        output: {
          entryFileNames: "entry-server.js",
          codeSplitting: false,
          minify: { mangle: false, compress: true, codegen: true },
        },
      },
    },
  });
}

/**
 * Builds beside the old files, checks the budgets, and only then swaps, so that a running server or an
 * interrupted build never sees half of it.
 */
async function main() {
  const dist = join(root, "dist");
  // On the same file system, and ignored by every tool.
  const fresh = join(root, "node_modules", `.dist-${process.pid}`);
  const old = `${fresh}-old`;
  try {
    await buildWeb(fresh);
    const { lines, failures } = await checkBudgets(join(fresh, "client"));
    for (const line of lines) console.log(line);
    if (failures.length > 0) throw new Error(`over budget:\n${failures.join("\n")}`);
    if (existsSync(dist)) await rename(dist, old);
    await rename(fresh, dist);
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
}

await main();
