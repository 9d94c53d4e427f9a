import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { superviseBot } from "./bot-child";
import { childEnvironment } from "./child-environment";
import type { Config } from "./config";
import { ConfigError } from "./config-error";
import { type DataDirLock, lockDataDir } from "./db/data-dir-lock";
import { LOGIN_ROLES, type LoginRole } from "./db/login-roles";
import { requireFreePort } from "./free-port";
import { type Ground, prepareGround } from "./ground";
import { keepStatistics } from "./retention/statistics";
import { type SetUp, setUp } from "./setup";
import { type Child, superviseOne } from "./supervised-child";
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
 * Starts the database, makes it ready, and starts each role as a process of its own, with its own secrets only, and then
 * the bot where it has a token; one that dies or hangs is started again. Resolves when all roles work. Throws where the
 * first start of one fails, after what that process has printed.
 */
export async function supervise(config: Config, parts: Parts): Promise<Supervised> {
  const { log } = parts;
  await requireFreePort(config);
  const clock = { now: () => Date.now() };
  const lock = ownDataDir(config);
  const made = await setUp(config, { clock, random: systemRandom, log: (message) => log.info(message) });
  const stopping: (() => unknown)[] = [() => made.server.stop(), () => lock?.release()];
  // What only the owner may do, whose login no other process has.
  stopping.unshift(keepStatistics({ url: made.server.url, log }));
  const stop = async (): Promise<void> => {
    for (const end of stopping.splice(0)) await end();
  };
  try {
    const ground = prepareGround(config, { program: parts.program, log });
    stopping.push(() => ground.remove());
    const environment = withBotSecret(parts.environment);
    const children = superviseRoles(config, { ...parts, environment, made, ground });
    // Who answers first, then the worker, and the signer last: no process calls one that has gone.
    const inOrder = (["http", "admin", "worker", "signer"] as const).map((role) => children[role]);
    stopping.unshift(...inOrder.map((child) => () => child.stop()));
    await Promise.all(
      LOGIN_ROLES.map(async (role) => {
        await Promise.all(NEEDS[role].map((needed) => children[needed].ready));
        children[role].begin();
        await children[role].ready;
      }),
    );
    const bot = superviseBot(config, { log, environment, ground });
    stopping.unshift(() => bot?.stop());
  } catch (error) {
    await stop();
    throw error;
  }
  return { admin: made.admin, failed: made.server.exited, stop };
}

/** The lock of DATA_DIR, in which the sockets of the processes are; the embedded server takes it by itself. Throws ConfigError. */
function ownDataDir({ databaseUrl, dataDir }: Config): DataDirLock | undefined {
  if (databaseUrl === undefined) return undefined;
  const locked = lockDataDir(dataDir);
  if (!locked.ok) throw new ConfigError(locked.error);
  return locked.lock;
}

type RoleParts = Parts & { made: SetUp; ground: Ground };

function superviseRoles(
  config: Config,
  { log, environment, made, ground }: RoleParts,
): Record<LoginRole, Child> {
  const secrets = { admin: secret(), signer: secret() };
  const { utxoChains, evmChains, hasMonero } = config;
  const chains = [...utxoChains, ...(hasMonero ? ["monero"] : []), ...evmChains].join(",");
  const start = (role: LoginRole): Child => {
    const peers = { admin: PEERS.admin.includes(role), signer: PEERS.signer.includes(role) };
    return superviseOne({
      role,
      log,
      program: ground.program,
      user: ground.users?.[role],
      cwd: role === "signer" ? ground.signer.cwd : "/",
      environment: childEnvironment(role, environment, {
        DATA_DIR: config.dataDir,
        DATABASE_URL: made.urls[role],
        ...(role === "signer"
          ? { SOTTO_SEED_FILE: ground.signer.seedFile, SOTTO_SIGNER_DIR: ground.signer.signerDir }
          : {}),
        ...(peers.admin ? { SOTTO_ADMIN_SOCKET: ground.peers.admin.path } : {}),
        ...(peers.signer ? { SOTTO_SIGNER_SOCKET: ground.peers.signer.path } : {}),
        ...(role === "worker" || role === "http" ? { SOTTO_SIMNET_URL: made.urls.simnet } : {}),
        ...(chains === "" ? {} : { SOTTO_CHAINS: chains }),
      }),
      secrets: Object.fromEntries(
        (["admin", "signer"] as const).flatMap((name) => (peers[name] ? [[name, secrets[name]]] : [])),
      ),
      /** A socket belongs to who may call it. */
      onReady: () => ground.handOver(role),
    });
  };
  return { signer: start("signer"), admin: start("admin"), worker: start("worker"), http: start("http") };
}

/** The API and a bot that is started here share a secret; a bot elsewhere needs the operator's. */
function withBotSecret(environment: Parts["environment"]): Parts["environment"] {
  if (!environment.TELEGRAM_BOT_TOKEN?.trim() || environment.SOTTO_BOT_SECRET) return environment;
  return { ...environment, SOTTO_BOT_SECRET: secret() };
}

const secret = (): string => randomBytes(32).toString("base64url");

/** Who knows the secret of a socket. */
const PEERS: Readonly<Record<"admin" | "signer", readonly LoginRole[]>> = {
  admin: ["admin", "http"],
  signer: ["signer", "worker"],
};
