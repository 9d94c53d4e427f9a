import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";

/** A program where the users of its processes can read it. */
export type ProgramCopy = { program: string; folder: string; remove(): void };

/** The package that stays outside the build, because it loads a native addon. */
const NATIVE = "@node-rs/argon2";
const packageSchema = z.object({ optionalDependencies: z.record(z.string(), z.string()).default({}) });

/**
 * Copies what the processes of a DATA_DIR need to a folder of its own in `system`: the built program with its parts, the
 * native package, the web app and the bot. Only its owner, root, can change the copy; each start makes it again.
 */
export function copyProgram(
  program: string,
  { system, dataDir }: { system: string; dataDir: string },
): ProgramCopy {
  removeOrphans(system);
  const folder = join(system, `${PREFIX}${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o755 });
  writeFileSync(join(folder, OWNER), `${dataDir}\n`);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  copyFolder(dirname(program), join(folder, "api/dist"));
  for (const [name, from] of nativePackages(program)) copyFolder(from, join(folder, "node_modules", name));
  for (const part of ["web/dist", "bot/dist"]) {
    const from = join(dirname(program), "../..", part);
    if (existsSync(from)) copyFolder(from, join(folder, part));
  }
  openToReaders(folder);
  return {
    program: join(folder, "api/dist", basename(program)),
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const PREFIX = "program-";
/** Names the DATA_DIR that a copy is for. */
const OWNER = "owner";

/** Removes the copies that a killed supervisor left behind for a DATA_DIR that has gone. */
function removeOrphans(system: string): void {
  for (const name of readdirSync(system).filter((one) => one.startsWith(PREFIX))) {
    const owner = join(system, name, OWNER);
    if (existsSync(owner) && !existsSync(readFileSync(owner, "utf8").trim()))
      rmSync(join(system, name), { recursive: true, force: true });
  }
}

/** The native package, and those of its builds for this machine that are installed, with their folders. */
function nativePackages(program: string): [name: string, folder: string][] {
  const entry = createRequire(program).resolve(NATIVE);
  const { optionalDependencies } = packageSchema.parse(
    JSON.parse(readFileSync(join(dirname(entry), "package.json"), "utf8")),
  );
  const builds = Object.keys(optionalDependencies).flatMap((name): [string, string][] => {
    try {
      return [[name, dirname(createRequire(entry).resolve(name))]];
    } catch {
      return []; // of another platform
    }
  });
  return [[NATIVE, dirname(entry)], ...builds];
}

/** Copies a folder without maps, half builds and packages of packages. */
function copyFolder(from: string, to: string): void {
  const isWanted = (path: string): boolean => !/\.map$|^\.half-|^node_modules$/.test(basename(path));
  cpSync(from, to, { recursive: true, filter: isWanted });
}

/** Whatever rights the files came with: everybody reads them, and only their owner writes them. */
function openToReaders(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToReaders(path);
    else if (entry.isFile()) chmodSync(path, 0o644);
  }
}
