import { createServer } from "node:net";
import { serve } from "@hono/node-server";
import pino from "pino";
import { SeedUnavailable } from "./chains/seed";
import { WrongSeed } from "./chains/wallet-store";
import { compose, type Running } from "./compose";
import { type Config, ConfigError, readConfig } from "./config";
import { EmbeddedError } from "./db/embedded-error";
import { WrongNetwork } from "./db/installation";
import { WrongSchema } from "./db/migrations";

const VERSION = "0.2.0";
/** How long live connections may take to end before they are cut. */
const CLOSE_MS_MAX = 3_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  refuseUnready(config);
  const log = pino({ level: process.env.SOTTO_LOG_LEVEL ?? "info", base: null });
  const running = await compose(config, { version: VERSION, log });
  if (config.role === "migrate") return running.stop();
  const close = running.app === null ? async () => {} : await listen(config, running.app);
  const isStopping = stopOnSignals(running, close);
  void running.server.exited.then((why) => {
    if (isStopping()) return;
    log.fatal({ why }, "the database server is gone");
    process.exit(1);
  });
  log.info({ role: config.role, network: config.network }, "ready");
  if (running.app !== null) greet(config, running);
}

/** Refuses what this version cannot do yet: real networks need a separate signer, real rates and sanctions lists. */
function refuseUnready(config: Config): void {
  if (config.role === "signer") {
    throw new ConfigError(
      "SOTTO_ROLE: the signer is still a module of the worker; there is no process of its own yet",
    );
  }
  if (config.network === "mainnet" || config.network === "testnet") {
    throw new ConfigError(
      `SOTTO_NETWORK: ${config.network} is not offered yet: it needs a separate signer, real rates and a current sanctions list`,
    );
  }
}

async function listen(config: Config, http: NonNullable<Running["app"]>): Promise<() => Promise<void>> {
  await requireFreePort(config);
  const server = serve({ fetch: http.app.fetch, port: config.port, hostname: config.host });
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", reject);
  });
  return () =>
    new Promise((resolve) => {
      http.retire();
      http.streams.close();
      const timer = setTimeout(
        () => "closeAllConnections" in server && server.closeAllConnections(),
        CLOSE_MS_MAX,
      );
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      if ("closeIdleConnections" in server) server.closeIdleConnections();
    });
}

async function requireFreePort({ port, host }: Config): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", () => reject(new ConfigError(`PORT: ${port} is in use on ${host}`)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** Stops cleanly on the first signal; the function that it returns says whether stopping has begun. */
function stopOnSignals(running: Running, close: () => Promise<void>): () => boolean {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await close();
    await running.stop();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
  return () => stopping;
}

function greet(config: Config, running: Running): void {
  const address =
    config.publicUrl ?? `http://${config.host === "0.0.0.0" ? "127.0.0.1" : config.host}:${config.port}`;
  const lines = [`Sotto is running on ${config.network}: ${address}`];
  if (running.admin?.password !== undefined) {
    lines.push(
      `Administrator ${running.admin.username}, password ${running.admin.password} (shown this once).`,
    );
  }
  if (config.network === "simnet") {
    lines.push(
      "First swap: open the address, choose BTC and USDT-TRC20, give any TRON address, and pay from the faucet.",
    );
  }
  process.stdout.write(`\n${lines.join("\n")}\nCtrl-C stops it.\n\n`);
}

/** What went wrong, without the query that met it: a query's parameters may hold secrets. */
function causeOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : (error.stack ?? error.message);
}

try {
  await main();
} catch (error) {
  const isPlain = [ConfigError, EmbeddedError, WrongNetwork, WrongSchema, WrongSeed, SeedUnavailable].some(
    (kind) => error instanceof kind,
  );
  const text = error instanceof Error ? (isPlain ? error.message : causeOf(error)) : String(error);
  process.stderr.write(`Sotto did not start: ${text}\n`);
  process.exit(1);
}
