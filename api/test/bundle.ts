import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";

const SRC = join(import.meta.dirname, "../src");
/** Below this package, so that the bundle finds the packages that it leaves outside. */
const CACHE = join(import.meta.dirname, "../node_modules/.cache");

/** The server in one file: a test that starts it many times does not pay for tsx each time. */
export type Bundle = { file: string; remove(): void };

/**
 * Bundles a program, src/main.ts by default. `wrapped` names modules of src (without ending) and the file that stands in for each; a stand-in
 * imports the real module by its own path and wraps it, so that production code holds nothing for tests.
 */
export async function bundleServer(
  wrapped: Readonly<Record<string, string>> = {},
  program: "main" | "sotto-api" = "main",
): Promise<Bundle> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "sotto-server-"));
  const file = join(folder, `${program}.js`);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    await build({
      entryPoints: [join(SRC, `${program}.ts`)],
      outfile: file,
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
      target: "node20",
      sourcemap: "inline",
      logLevel: "warning",
      plugins: [wrapping(wrapped)],
    });
    cpSync(join(SRC, "db/schema"), join(folder, "schema"), { recursive: true });
    return { file, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

const wrapping = (wrapped: Readonly<Record<string, string>>): Plugin => {
  const standIns = new Map(Object.entries(wrapped).map(([module, file]) => [join(SRC, module), file]));
  return {
    name: "wrapped modules",
    setup(builder) {
      builder.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, importer }) => {
        const file = standIns.get(join(resolveDir, path));
        return file === undefined || !importer.startsWith(SRC) ? undefined : { path: file };
      });
    },
  };
};
