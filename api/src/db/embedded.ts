import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { type DataDirLock, lockDataDir } from "./data-dir-lock";
import { EmbeddedError } from "./embedded-error";
import { initCluster } from "./embedded-init";
import { locateCluster } from "./embedded-place";
import { endLeftover, type RunningServer, runServer } from "./embedded-server";

export interface EmbeddedOptions {
  /** Where everything of this instance lives; made when absent. */
  dataDir: string;
  /** `false` trades durability for speed: for tests and the simulation only. */
  fsync?: boolean;
  /** How many connections it takes at a time. */
  connectionsMax?: number;
  log: (message: string) => void;
}

export interface Embedded {
  /** Connection string of the database `sotto`, as the superuser. */
  url: string;
  /** Connection string of the maintenance database `postgres`, for CREATE DATABASE. */
  adminUrl: string;
  /** Connection string of another database of this server. */
  urlOf(database: string): string;
  /** The folder of the cluster: `DATA_DIR/postgres`, or a system folder that the unprivileged uid can reach. */
  where: string;
  /** Resolves when the server is gone, with what it said last when it went by itself. */
  exited: Promise<string>;
  /** Stops the server (milliseconds) and releases DATA_DIR. */
  stop(): Promise<void>;
}

const CONNECTIONS_MAX = 60;

/**
 * Starts the PostgreSQL server of a DATA_DIR, on loopback under a free port, and makes its cluster the first time.
 *
 * It ends with this process, also after kill -9. Throws `EmbeddedError` when another process has this DATA_DIR.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, fsync = true, connectionsMax = CONNECTIONS_MAX, log } = options;
  const locked = lockDataDir(dataDir);
  if (!locked.ok) throw new EmbeddedError(locked.error);
  try {
    return await startLocked({
      dataDir: realpathSync(dataDir),
      fsync,
      connectionsMax,
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
  log: (message: string) => void;
  lock: DataDirLock;
}): Promise<Embedded> {
  const { dataDir, fsync, connectionsMax, log, lock } = options;
  const place = await locateCluster(dataDir, log);
  try {
    const password = readOrMakePassword(dataDir, existsSync(join(place.cluster, "PG_VERSION")));
    if (!existsSync(join(place.cluster, "PG_VERSION"))) await initCluster({ place, password, fsync });
    await endLeftover(place.cluster);
    const server = await runServer({ place, fsync, connectionsMax });
    if (place.outside)
      log(`database: ${place.cluster} (${dataDir} cannot be reached by uid ${place.user?.uid})`);
    return embedded({ server, password, where: place.cluster, release: () => releaseBoth(place.lock, lock) });
  } catch (error) {
    place.lock?.release();
    throw error;
  }
}

function releaseBoth(inner: DataDirLock | undefined, outer: DataDirLock): void {
  inner?.release();
  outer.release();
}

function embedded(parts: {
  server: RunningServer;
  password: string;
  where: string;
  release: () => void;
}): Embedded {
  const { server, password, where, release } = parts;
  const urlOf = (database: string) => `postgres://sotto:${password}@127.0.0.1:${server.port}/${database}`;
  return {
    url: urlOf("sotto"),
    adminUrl: urlOf("postgres"),
    urlOf,
    where,
    exited: server.exited,
    stop: async () => {
      await server.stop();
      release();
    },
  };
}

/** The superuser's password; written through to the disk before the cluster that needs it exists. */
function readOrMakePassword(dataDir: string, clusterExists: boolean): string {
  const path = join(dataDir, "postgres.password");
  if (existsSync(path)) {
    const kept = readFileSync(path, "utf8").trim();
    if (kept !== "") return kept;
  }
  if (clusterExists)
    throw new EmbeddedError(`${path} is missing, so the database beside it cannot be opened.`);
  mkdirSync(dataDir, { recursive: true });
  const password = randomBytes(24).toString("hex");
  const fd = openSync(path, "w", 0o600);
  writeSync(fd, `${password}\n`);
  fsyncSync(fd);
  closeSync(fd);
  return password;
}
