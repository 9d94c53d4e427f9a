import { setTimeout as sleep } from "node:timers/promises";
import { remoteSigner, serveSigner } from "./chains/signer-process";
import { type FromChild, toChildSchema } from "./child-messages";
import type { Config } from "./config";
import { ConfigError } from "./config-error";
import type { LoginRole } from "./db/login-roles";
import { requireFreePort } from "./free-port";
import { LOOPBACK, serveHttp } from "./http/server";
import { callPeer, type PeerSocket, PeerUnavailable, servePeers } from "./peers/peer";
import type { ProcessParts, Running } from "./process-parts";

type Secrets = Readonly<Record<string, string>>;

/**
 * Runs this process in its role until a signal, its supervisor's word, or the end of its supervisor. Throws what the
 * parts throw at their start.
 */
export async function runChild(config: Config, role: LoginRole, parts: ProcessParts): Promise<void> {
  const supervisor = process.send === undefined ? null : superviseSelf();
  const start = await ROLES[role]();
  const secrets = supervisor === null ? {} : await supervisor.begun;
  const running = await start(config, parts, secrets);
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await running.stop();
    process.exit(0);
  };
  supervisor?.onStop(() => void stop());
  // A supervised process is told to end: a signal to the whole group must not take the signer away before the worker.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
  parts.log.info({ role, network: config.network }, "ready");
  supervisor?.say({ kind: "ready" });
}

/** The supervisor's end of the channel: what it says, and that it is gone. */
function superviseSelf() {
  const say = (message: FromChild): void => void process.send?.(message);
  let stop = (): void => process.exit(0);
  const begun = new Promise<Secrets>((resolve) => {
    process.on("message", (given) => {
      const message = toChildSchema.parse(given);
      if (message.kind === "begin") resolve(message.secrets);
      else if (message.kind === "ping") say({ kind: "pong" });
      else stop();
    });
  });
  // However it ended, also by kill -9: what it started does not outlive it.
  process.on("disconnect", () => stop());
  return {
    say,
    begun,
    onStop: (listener: () => void): void => {
      stop = listener;
    },
  };
}

type Start = (config: Config, parts: ProcessParts, secrets: Secrets) => Promise<Running>;

/** Loads what a role needs, and nothing of the others. */
const ROLES: Readonly<Record<LoginRole, () => Promise<Start>>> = {
  async signer() {
    const { startSigner } = await import("./start-signer");
    return async (config, parts, secrets) => {
      const running = await startSigner(config, parts);
      const close = await serveSigner(socketOf(config, "signer", secrets), running.signer, parts.log);
      return both(close, running);
    };
  },
  async worker() {
    const { startWorker } = await import("./start-worker");
    return async (config, parts, secrets) => {
      const socket = socketOf(config, "signer", secrets);
      const signer = remoteSigner(socket);
      await untilSignerThere(() => signer.publicWallets(), socket, parts);
      return startWorker(config, { ...parts, signer });
    };
  },
  async admin() {
    const { startAdmin } = await import("./start-admin");
    return async (config, parts, secrets) => {
      const running = await startAdmin(config, parts);
      const close = await servePeers(socketOf(config, "admin", secrets), running.administration);
      return both(close, running);
    };
  },
  async http() {
    const { startHttp, preloadHttp } = await import("./start-http");
    // Before its turn: the processes that it needs are starting meanwhile.
    await preloadHttp();
    return async (config, parts, secrets) => {
      await requireFreePort(config);
      const { port: onionPort } = config.onion;
      if (onionPort !== undefined)
        await requireFreePort({ port: onionPort, host: LOOPBACK }, "SOTTO_ONION_PORT");
      const administration = callPeer(socketOf(config, "admin", secrets));
      const running = await startHttp(config, { ...parts, administration });
      const { app, retire } = running.app;
      // Below a supervisor there is no other process of this role that could take over.
      const drains = config.behindProxy && process.send === undefined;
      const { port, host } = config;
      const close = await serveHttp(
        { fetch: app.fetch, retire, log: parts.log },
        { port, host, onionPort, drains },
      );
      return both(close, running);
    };
  },
};

const AWAY_MS_MAX = 60_000;
const AWAY_RETRY_MS = 500;

/** Waits up to a minute for the signer, which may have been started at the same time. Throws ConfigError. */
async function untilSignerThere(
  call: () => Promise<unknown>,
  { path }: PeerSocket,
  { log }: Pick<ProcessParts, "log">,
): Promise<void> {
  const deadline = performance.now() + AWAY_MS_MAX;
  for (let attempt = 1; ; attempt++) {
    try {
      await call();
      return;
    } catch (error) {
      if (!(error instanceof PeerUnavailable)) throw error;
      if (performance.now() > deadline)
        throw new ConfigError(
          `SOTTO_SIGNER_SOCKET: no signer answers at ${path} (${error.message}); start one with the same socket and SOTTO_SIGNER_SECRET`,
        );
      if (attempt === 1) log.info(`the signer does not answer yet; waiting up to ${AWAY_MS_MAX / 1_000} s`);
    }
    await sleep(AWAY_RETRY_MS);
  }
}

const both = (close: () => Promise<void>, { stop }: Running): Running => ({
  async stop() {
    await close();
    await stop();
  },
});

/** The socket of a process, with the secret that both of its ends know. */
function socketOf({ peers }: Config, name: "admin" | "signer", secrets: Secrets): PeerSocket {
  const { path, secret = secrets[name] } = peers[name];
  if (secret === undefined) {
    const variable = `SOTTO_${name.toUpperCase()}_SECRET`;
    throw new ConfigError(`${variable}: a process that is started by hand needs it, the same at both ends`);
  }
  return { path, secret };
}
