import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** The repository's root folder. */
export const workspaceRoot = join(import.meta.dirname, "../..");

/** The workspace's source folders, as they exist. */
export const sourceFolders = ["api", "web", "cli", "bot", "openapi"]
  .map((name) => `${name}/src`)
  .filter((folder) => existsSync(join(workspaceRoot, folder)));

const NOT_COPIED = new Set(["node_modules", "dist", ".git", ".data", ".cache"]);

/** A copy of the sources that shares the installed packages, to plant faults in; `remove` deletes it. */
export function copyWorkspace(): { folder: string; remove: () => void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sotto-copy-")));
  cpSync(workspaceRoot, folder, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
  for (const name of [".", "api", "web", "cli", "bot", "openapi"]) {
    shareInstalled(join(workspaceRoot, name, "node_modules"), join(folder, name, "node_modules"), folder);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Links to the installed packages, but to the copy's own where they are the workspace's. */
function shareInstalled(from: string, to: string, folder: string): void {
  if (!existsSync(from)) return;
  mkdirSync(join(to, "@sotto"), { recursive: true });
  for (const name of readdirSync(from)) if (name !== "@sotto") symlinkSync(join(from, name), join(to, name));
  const own = join(from, "@sotto");
  for (const name of existsSync(own) ? readdirSync(own) : []) {
    symlinkSync(join(folder, name), join(to, "@sotto", name));
  }
}
