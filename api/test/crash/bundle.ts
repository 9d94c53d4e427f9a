import { cpSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";

const SRC = join(import.meta.dirname, "../../src");
/** Parts of the composition that are replaced, each by one here that wraps the real one. */
const WRAPPED: Readonly<Record<string, string>> = {
  [join(SRC, "db/client")]: join(import.meta.dirname, "database.ts"),
  [join(SRC, "chains/connect")]: join(import.meta.dirname, "connect.ts"),
  [join(SRC, "chains/wallet-open")]: join(import.meta.dirname, "wallet-open.ts"),
};

const wrapping: Plugin = {
  name: "crash points",
  setup(builder) {
    builder.onResolve({ filter: /^\.\.?\/.*(client|connect|wallet-open)$/ }, ({ path, resolveDir, importer }) => {
      if (importer.startsWith(import.meta.dirname)) return undefined;
      const wrapper = WRAPPED[join(resolveDir, path)];
      return wrapper === undefined ? undefined : { path: wrapper };
    });
  },
};

/** Bundles the server with crash points into `folder`, which must lie below this package for its dependencies to be found. */
export async function bundleServer(folder: string): Promise<string> {
  const outfile = join(folder, "main.js");
  await build({
    entryPoints: [join(SRC, "main.ts")],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    logLevel: "warning",
    plugins: [wrapping],
  });
  cpSync(join(SRC, "db/migrations"), join(folder, "migrations"), { recursive: true });
  return outfile;
}
