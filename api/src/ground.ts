import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { Logger } from "pino";
import type { Config } from "./config";
import { ConfigError } from "./config-error";
import { EmbeddedError } from "./db/embedded-error";
import { canEnter, systemFolder } from "./db/embedded-place";
import { LOGIN_ROLES, type LoginRole } from "./db/login-roles";
import { BARE_ENVIRONMENT, ownUser, type SystemUser } from "./db/own-users";
import { rootCertificateOf } from "./db/tls";
import { PATH_BYTES_MAX } from "./peers/socket-path";
import { copyProgram } from "./program-copy";

/** Where the processes of the supervisor run, as which users, and where they find their folders. */
export type Ground = {
  /** Their sockets may be elsewhere than the settings say. */
  peers: Config["peers"];
  program: string;
  users: Users | null;
  /** Of each process that keeps files of its own. */
  signer: OwnFolder & { seedFile: string; signerDir: string };
  bot: OwnFolder & { dataDir: string };
  /** Makes the socket of a process its one caller's: only its owner may open it. */
  handOver(role: LoginRole): void;
  remove(): void;
};

type Users = Readonly<Record<LoginRole | "bot", SystemUser>>;
/** The folder in which a process begins; it reaches what is in it although it may not pass through those above. */
type OwnFolder = { cwd: string };
/** The folder in which a process began, whatever lies above it. */
const HERE = "/proc/self/cwd";

/** Finds or makes what the processes need before they start. Throws ConfigError for what their users cannot reach. */
export function prepareGround(config: Config, { program, log }: { program: string; log: Logger }): Ground {
  const users = ownUsers(log);
  const place = placeOf(config, { program, users, log });
  const own = place.isRoots ? null : users;
  if (own !== null && config.screeningDir !== undefined && !canList(own.http, config.screeningDir))
    throw new ConfigError("SOTTO_SCREENING_DIR: the users of the processes cannot read this folder");
  if (own !== null) requireReadableRoot(config, own);
  const { peers, remove } = socketsOf(config, place.folder);
  makeFolders({ ...config, peers }, own);
  const { seedFile, signerDir, dataDir } = config;
  const isHidden = own !== null && place.isHidden;
  const hidesSigner = isHidden && isInside(dataDir, signerDir);
  return {
    peers,
    program: place.program,
    users: own,
    signer: hidesSigner
      ? {
          ...{ cwd: signerDir, signerDir: HERE },
          seedFile: isInside(dataDir, seedFile) ? `${HERE}/${relative(signerDir, seedFile)}` : seedFile,
        }
      : { cwd: "/", seedFile, signerDir },
    bot: isHidden ? { cwd: dataDir, dataDir: HERE } : { cwd: "/", dataDir },
    handOver(role) {
      if (own === null || (role !== "admin" && role !== "signer")) return;
      const caller = own[role === "admin" ? "http" : "worker"];
      chownSync(peers[role].path, caller.uid, caller.gid);
    },
    remove() {
      place.remove();
      remove();
    },
  };
}

/** A user of its own for each process, where we are root. */
function ownUsers(log: Logger): Users | null {
  if (process.getuid?.() !== 0) {
    log.info("the processes share one user of the system, which is no boundary between them");
    return null;
  }
  return {
    http: ownUser("http"),
    admin: ownUser("admin"),
    worker: ownUser("worker"),
    signer: ownUser("signer"),
    bot: ownUser("bot"),
  };
}

/** Where the program lies for the processes. */
type Place = {
  program: string;
  /** Their own folder, where they have a copy of the program. */
  folder: string | null;
  /** The users cannot pass through the folders above DATA_DIR. */
  isHidden: boolean;
  /** They cannot have users of their own. */
  isRoots: boolean;
  remove(): void;
};

/** The program itself, where its users can read it and enter DATA_DIR; otherwise a copy in a folder of the system. */
function placeOf(
  { dataDir }: Config,
  { program, users, log }: { program: string; users: Users | null; log: Logger },
): Place {
  const inPlace = { program, folder: null, isHidden: false, isRoots: false, remove: () => undefined };
  if (users === null) return inPlace;
  letThrough(dataDir);
  const isHidden = !canEnter(dataDir, users.http);
  if (!isHidden && canRun(users.http, program)) return inPlace;
  const system = systemFolderOf(users.http);
  const isBuilt = program.endsWith(".js");
  if (system !== undefined && isBuilt && canRun(users.http) && (!isHidden || existsSync(HERE))) {
    const copy = copyProgram(program, { system, dataDir });
    log.info(
      { folder: copy.folder },
      "the users of the processes cannot reach the program or DATA_DIR: they run a copy of the program, which is removed at the end",
    );
    return { ...copy, isHidden, isRoots: false };
  }
  log.warn(
    { program },
    "the processes run as root, because no other user of the system can read their program",
  );
  return { ...inPlace, isRoots: true };
}

function systemFolderOf(user: SystemUser): string | undefined {
  try {
    return systemFolder(user);
  } catch (error) {
    if (error instanceof EmbeddedError) return undefined;
    throw error;
  }
}

/** Lets other users pass through a DATA_DIR of root's, without listing it: each file in it has rights of its own. */
function letThrough(dataDir: string): void {
  const { mode, uid } = statSync(dataDir);
  if (uid === 0 && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o7777) | 0o011);
}

/** Whether a user can run Node and read the program, by trying: mode bits do not show every folder above. */
const canRun = (user: SystemUser, program = process.execPath): boolean =>
  succeeds(user, 'test -r "$1" && "$2" --version', program, process.execPath);

const canList = (user: SystemUser, folder: string): boolean => succeeds(user, 'ls "$1"', folder);

/** Throws ConfigError where a process that has a user of its own could not read what it compares the database with. */
function requireReadableRoot({ databaseUrl }: Config, users: Users): void {
  const root = databaseUrl === undefined ? undefined : rootCertificateOf(databaseUrl);
  if (root === undefined) return;
  const kept = LOGIN_ROLES.filter((role) => !succeeds(users[role], 'test -r "$1"', root));
  if (kept.length === 0) return;
  throw new ConfigError(
    `DATABASE_URL: sslrootcert: ${root} cannot be read by the users of the processes ${kept.join(", ")}. ` +
      "It is no secret: let every user read it and enter its folders.",
  );
}

function succeeds(user: SystemUser, script: string, ...words: string[]): boolean {
  const run = spawnSync("/bin/sh", ["-c", script, "sh", ...words], {
    ...user,
    cwd: "/",
    env: BARE_ENVIRONMENT,
    stdio: "ignore",
  });
  return run.status === 0;
}

/** The kernel takes short paths of sockets only: below a deep or hidden DATA_DIR they are in a folder of their own. */
function socketsOf({ peers }: Config, ownFolder: string | null): { peers: Config["peers"]; remove(): void } {
  const { admin, signer } = peers;
  const isLong = [admin, signer].some(({ path }) => Buffer.byteLength(path) > PATH_BYTES_MAX);
  if (ownFolder === null && !isLong) return { peers, remove: () => undefined };
  const folder = ownFolder === null ? mkdtempSync(join(tmpdir(), "sotto-run-")) : join(ownFolder, "run");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  return {
    peers: {
      admin: { ...admin, path: join(folder, "admin/http.sock") },
      signer: { ...signer, path: join(folder, "signer/http.sock") },
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The folders in which the signer keeps its seed and the bot its sessions, and in which two processes listen. */
function makeFolders({ dataDir, seedFile, signerDir, peers }: Config, users: Users | null): void {
  const folders = [
    [dirname(seedFile), "signer", 0o700],
    [signerDir, "signer", 0o700],
    [join(signerDir, "log"), "signer", 0o700],
    [join(signerDir, "keys"), "signer", 0o700],
    [join(dataDir, "bot"), "bot", 0o700],
    [dirname(peers.signer.path), "signer", 0o711],
    [dirname(peers.admin.path), "admin", 0o711],
  ] as const;
  for (const [folder, role, mode] of folders) {
    mkdirSync(folder, { recursive: true, mode });
    const user = users?.[role];
    // The signer's folders elsewhere are the operator's to hand over.
    const isOurs = role !== "signer" || folder === dirname(peers.signer.path) || isInside(dataDir, folder);
    if (user !== undefined && isOurs) giveTo(user, folder, mode);
  }
}

const isInside = (folder: string, path: string): boolean => path.startsWith(join(folder, "/"));

/** Makes a user the owner of a folder, with the files that an earlier start made in it as root. */
function giveTo({ uid, gid }: SystemUser, folder: string, mode: number): void {
  chownSync(folder, uid, gid);
  chmodSync(folder, mode);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    // The link itself changes hands, not what it names: the folder's owner may have made it.
    if (statSync(path, { throwIfNoEntry: false })?.uid === 0) lchownSync(path, uid, gid);
  }
}
