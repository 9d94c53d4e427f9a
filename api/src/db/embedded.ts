import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type DataDirLock, lockDataDir } from "./data-dir-lock";
import { EmbeddedError } from "./embedded-error";
import { ensureOwnDatabase, initCluster } from "./embedded-init";
import { removeOrphans } from "./embedded-orphans";
import { locateCluster } from "./embedded-place";
import { endLeftover, type RunningServer, runServer } from "./embedded-server";
import type { SystemUser } from "./own-users";

export interface EmbeddedOptions {
  /** Where everything of this instance lives; made when absent. */
  dataDir: string;
  /** `false` trades durability for speed: for tests and the simulation only. */
  fsync?: boolean;
  /** How many connections it takes at a time. */
  connectionsMax?: number;
  /**
   * A folder in which the server listens as well, on a Unix socket to which the URLs lead then: a round trip costs half as
   * much. For tests and the simulation: who connects must be able to enter the folder. Left out where its path is too long.
   */
  socketFolder?: string;
  log: (message: string) => void;
}

export interface Embedded {
  /** Connection string of the database `sotto`, as its owner, who is no superuser. */
  url: string;
  /** Connection string of another database of this server, as the same user. */
  urlOf(database: string): string;
  /** Connection string of a database of this server, as the superuser. */
  superuserUrlOf(database: string): string;
  /** The folder of the cluster: `DATA_DIR/postgres`, or a system folder that the unprivileged uid can reach. */
  where: string;
  /** Resolves when the server is gone, with what it said last when it went by itself. */
  exited: Promise<string>;
  /** Stops the server (milliseconds) and releases DATA_DIR. */
  stop(): Promise<void>;
}

const CONNECTIONS_MAX = 60;
/** unix(7): a socket's path has at most 107 bytes; the name of ours takes 16 of them. */
const SOCKET_FOLDER_BYTES_MAX = 90;

/**
 * Starts the PostgreSQL server of a DATA_DIR, on loopback under a free port, and makes its cluster the first time.
 *
 * It ends with this process, also after kill -9. Throws `EmbeddedError` when another process has this DATA_DIR.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, fsync = true, connectionsMax = CONNECTIONS_MAX, log } = options;
  const isShort = Buffer.byteLength(options.socketFolder ?? "") <= SOCKET_FOLDER_BYTES_MAX;
  const socketFolder = isShort ? options.socketFolder : undefined;
  const locked = lockDataDir(dataDir);
  if (!locked.ok) throw new EmbeddedError(locked.error);
  try {
    return await startLocked({
      dataDir: realpathSync(dataDir),
      fsync,
      connectionsMax,
      socketFolder,
      log,
      lock: locked.lock,
    });
  } catch (error) {
    locked.lock.release();
    throw error;
  }
}

async function startLocked(options: {
  dataDir: string;
  fsync: boolean;
  connectionsMax: number;
  socketFolder: string | undefined;
  log: (message: string) => void;
  lock: DataDirLock;
}): Promise<Embedded> {
  const { dataDir, fsync, connectionsMax, socketFolder, log, lock } = options;
  const place = await locateCluster(dataDir, log);
  try {
    const isMade = existsSync(join(place.cluster, "PG_VERSION"));
    const passwords = {
      superuser: readOrMakePassword(join(dataDir, SUPERUSER_PASSWORD), isMade),
      owner: readOrMakePassword(join(dataDir, OWNER_PASSWORD), isMade),
    };
    if (!isMade) await initCluster({ place, password: passwords.superuser, fsync });
    await endLeftover(place.cluster);
    if (socketFolder !== undefined) makeSocketFolder(socketFolder, place.user);
    const server = await runServer({ place, fsync, connectionsMax, socketFolder });
    if (place.outside)
      log(`database: ${place.cluster} (${dataDir} cannot be reached by uid ${place.user?.uid})`);
    const release = (): void => releaseBoth(place.lock, lock);
    const made = embedded({ server, passwords, where: place.cluster, socketFolder, release });
    const orphans = await removeOrphans(place.cluster, made.superuserUrlOf);
    if (orphans > 0) log(`database: ${orphans} files that a crash had left are removed`);
    await ensureOwnDatabase(made.superuserUrlOf("postgres"), passwords.owner);
    return made;
  } catch (error) {
    place.lock?.release();
    throw error;
  }
}

function makeSocketFolder(folder: string, user: SystemUser | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (user) chownSync(folder, user.uid, user.gid);
}

function releaseBoth(inner: DataDirLock | undefined, outer: DataDirLock): void {
  inner?.release();
  outer.release();
}

function embedded(parts: {
  server: RunningServer;
  passwords: { superuser: string; owner: string };
  where: string;
  socketFolder: string | undefined;
  release: () => void;
}): Embedded {
  const { server, passwords, where, socketFolder, release } = parts;
  const way = socketFolder === undefined ? "" : `?host=${encodeURIComponent(socketFolder)}`;
  const urlAs = (user: string, password: string) => (database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${server.port}/${database}${way}`;
  const urlOf = urlAs("sotto", passwords.owner);
  return {
    url: urlOf("sotto"),
    urlOf,
    superuserUrlOf: urlAs("postgres", passwords.superuser),
    where,
    exited: server.exited,
    stop: async () => {
      await server.stop();
      release();
    },
  };
}

const SUPERUSER_PASSWORD = "postgres.password";
/** Of the file in DATA_DIR with the password of our database's owner. */
export const OWNER_PASSWORD = "owner.password";

/** A password; written through to the disk before the cluster that needs it exists. */
function readOrMakePassword(path: string, clusterExists: boolean): string {
  if (existsSync(path)) {
    const kept = readFileSync(path, "utf8").trim();
    if (kept !== "") return kept;
  }
  if (clusterExists)
    throw new EmbeddedError(`${path} is missing, so the database beside it cannot be opened.`);
  mkdirSync(dirname(path), { recursive: true });
  const password = randomBytes(24).toString("hex");
  const fd = openSync(path, "w", 0o600);
  writeSync(fd, `${password}\n`);
  fsyncSync(fd);
  closeSync(fd);
  return password;
}
