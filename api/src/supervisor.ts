import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Logger } from "pino";
import { childEnvironment } from "./child-environment";
import type { Config } from "./config";
import { LOGIN_ROLES, type LoginRole } from "./db/login-roles";
import { BARE_ENVIRONMENT, ownUser, type SystemUser } from "./db/own-users";
import { requireFreePort } from "./free-port";
import { PATH_BYTES_MAX } from "./peers/socket-path";
import { type SetUp, setUp } from "./setup";
import { superviseOne } from "./supervised-child";
import { systemRandom } from "./system-random";

/** Which processes a process needs before it begins. */
const NEEDS: Readonly<Record<LoginRole, readonly LoginRole[]>> = {
  signer: [],
  admin: [],
  worker: ["signer"],
  http: ["worker", "admin"],
};

export type Supervised = Pick<SetUp, "admin"> & {
  /** Resolves when the service cannot continue, with the reason. */
  failed: Promise<string>;
  stop(): Promise<void>;
};

type Parts = {
  log: Logger;
  /** Settled: without names of files. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The program that each process runs. */
  program: string;
};

/**
 * Starts the database, makes it ready, and starts each role as a process of its own, with its own secrets only; one that
 * dies or hangs is started again. Resolves when all of them work. Throws where the first start of one fails, after what
 * that process has printed.
 */
export async function supervise(given: Config, parts: Parts): Promise<Supervised> {
  const { log } = parts;
  await requireFreePort(given);
  const { config, removeSockets } = withShortSockets(given);
  const clock = { now: () => Date.now() };
  const made = await setUp(config, { clock, random: systemRandom, log: (message) => log.info(message) });
  const users = usersOf(parts.program, config.dataDir, log);
  makeFolders(config, users);
  const secrets = { admin: secret(), signer: secret() };
  const chains = config.evmChains.join(",");
  const children = LOGIN_ROLES.map((role) => {
    const peers = { admin: PEERS.admin.includes(role), signer: PEERS.signer.includes(role) };
    return superviseOne({
      role,
      log,
      program: parts.program,
      user: users?.[role],
      environment: childEnvironment(role, parts.environment, {
        DATA_DIR: config.dataDir,
        DATABASE_URL: made.urls[role],
        ...(peers.admin ? { SOTTO_ADMIN_SOCKET: config.peers.admin.path } : {}),
        ...(peers.signer ? { SOTTO_SIGNER_SOCKET: config.peers.signer.path } : {}),
        ...(role === "worker" || role === "http" ? { SOTTO_SIMNET_URL: made.urls.simnet } : {}),
        ...(chains === "" ? {} : { SOTTO_CHAINS: chains }),
      }),
      secrets: Object.fromEntries(
        (["admin", "signer"] as const).flatMap((name) => (peers[name] ? [[name, secrets[name]]] : [])),
      ),
      /** A socket belongs to who may call it. */
      onReady: () => handOver(config, role, users),
    });
  });
  const of = (role: LoginRole) => children[LOGIN_ROLES.indexOf(role)];
  const stop = async (): Promise<void> => {
    // Who answers first, then the worker, and the signer last: no process calls one that has gone.
    for (const role of ["http", "admin", "worker", "signer"] as const) await of(role)?.stop();
    await made.server.stop();
    removeSockets();
  };
  try {
    await Promise.all(
      children.map(async (child) => {
        await Promise.all(NEEDS[child.role].map((needed) => of(needed)?.ready));
        child.begin();
        await child.ready;
      }),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { admin: made.admin, failed: made.server.exited, stop };
}

/** The kernel takes short paths of sockets only: below a deep DATA_DIR they are in a folder of their own. */
function withShortSockets(config: Config): { config: Config; removeSockets(): void } {
  const { admin, signer } = config.peers;
  const isLong = [admin, signer].some(({ path }) => Buffer.byteLength(path) > PATH_BYTES_MAX);
  if (!isLong) return { config, removeSockets: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), "sotto-run-"));
  chmodSync(folder, 0o711);
  const peers = {
    admin: { ...admin, path: join(folder, "admin/http.sock") },
    signer: { ...signer, path: join(folder, "signer/http.sock") },
  };
  return {
    config: { ...config, peers },
    removeSockets: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const secret = (): string => randomBytes(32).toString("base64url");

/** Who knows the secret of a socket. */
const PEERS: Readonly<Record<"admin" | "signer", readonly LoginRole[]>> = {
  admin: ["admin", "http"],
  signer: ["signer", "worker"],
};

type Users = Readonly<Record<LoginRole, SystemUser>>;

/** A user of its own for each process, where we are root and each of them can read the program. */
function usersOf(program: string, dataDir: string, log: Logger): Users | null {
  if (process.getuid?.() !== 0) {
    log.info("the processes share one user of the system, which is no boundary between them");
    return null;
  }
  const users = {
    http: ownUser("http"),
    admin: ownUser("admin"),
    worker: ownUser("worker"),
    signer: ownUser("signer"),
  };
  letThrough(dataDir);
  if (canRead(users.http, program, dataDir)) return users;
  log.warn(
    { program },
    "the processes run as root, because no other user of the system can read their program",
  );
  return null;
}

/** Lets other users pass through a DATA_DIR of root's, without listing it: each file in it has rights of its own. */
function letThrough(dataDir: string): void {
  const { mode, uid } = statSync(dataDir);
  if (uid === 0 && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o7777) | 0o011);
}

/** A real attempt as that user: mode bits do not show every folder above, mount and access list. */
function canRead(user: SystemUser, program: string, dataDir: string): boolean {
  const test = 'test -r "$1" && "$2" --version && cd "$3"';
  const run = spawnSync("/bin/sh", ["-c", test, "sh", program, process.execPath, dataDir], {
    ...user,
    cwd: "/",
    env: BARE_ENVIRONMENT,
    stdio: "ignore",
  });
  return run.status === 0;
}

/** The folders in which the signer keeps its seed and two processes listen. */
function makeFolders(config: Config, users: Users | null): void {
  const folders = [
    [dirname(config.seedFile), "signer", 0o700],
    [config.signerDir, "signer", 0o700],
    [dirname(config.peers.signer.path), "signer", 0o711],
    [dirname(config.peers.admin.path), "admin", 0o711],
  ] as const;
  for (const [folder, role, mode] of folders) {
    mkdirSync(folder, { recursive: true, mode });
    const user = users?.[role];
    // A folder elsewhere is the operator's to hand over.
    const isElsewhere = folder === dirname(config.seedFile) || folder === config.signerDir;
    const isOurs = !isElsewhere || folder.startsWith(join(config.dataDir, "/"));
    if (user !== undefined && isOurs) chownSync(folder, user.uid, user.gid);
  }
}

/** Makes the socket of a process its one caller's: only who owns it may open it. */
function handOver({ peers }: Config, role: LoginRole, users: Users | null): void {
  if (users === null || (role !== "admin" && role !== "signer")) return;
  const caller = users[role === "admin" ? "http" : "worker"];
  chownSync(peers[role].path, caller.uid, caller.gid);
}
