import { fileURLToPath } from "node:url";
import pino from "pino";
import type { SeedUnavailable } from "./chains/seed-file";
import type { WrongSeed } from "./chains/wallet-store";
import type { ChildFailed } from "./child-messages";
import { type Config, readConfig, settle } from "./config";
import { ConfigError } from "./config-error";
import type { EmbeddedError } from "./db/embedded-error";
import type { WrongNetwork } from "./db/installation";
import type { UnsafeLogin } from "./db/logins";
import type { WrongSchema } from "./db/migrations";
import type { DatabaseUrlError } from "./db/tls";
import type { LoginsElsewhere } from "./login-files";
import type { SetUp } from "./setup";
import { systemRandom } from "./system-random";

const VERSION = "0.2.0";

async function main(): Promise<void> {
  const config = await withPassphrase(readConfig(process.env));
  refuseUnready(config);
  const log = pino({ level: config.logLevel, base: null });
  for (const warning of config.warnings) log.warn(warning);
  if (config.role === "migrate") {
    const { setUp } = await import("./setup");
    const parts = { clock: { now: () => Date.now() }, random: systemRandom };
    const { server } = await setUp(config, { ...parts, log: (message) => log.info(message) });
    return server.stop();
  }
  // Each process loads only what its role needs.
  if (config.role !== "all") {
    const { runChild } = await import("./child");
    return runChild(config, config.role, { version: VERSION, log });
  }
  const { supervise } = await import("./supervisor");
  const program = fileURLToPath(import.meta.url);
  const environment = { ...settle(process.env).variables, SOTTO_SEED_PASSPHRASE: config.seedPassphrase };
  const running = await supervise(config, { log, environment, program });
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void running.stop().then(() => process.exit(0));
    });
  void running.failed.then((why) => {
    if (stopping) return;
    log.fatal({ why }, "the database server is gone");
    process.exit(1);
  });
  greet(config, running.admin);
}

/** The settings, with the seed's passphrase asked for where this process or a child of it opens the seed. */
async function withPassphrase(config: Config): Promise<Config> {
  if ((config.role !== "all" && config.role !== "signer") || !process.stdin.isTTY) return config;
  const { passphraseOfStart } = await import("./operator/passphrase");
  const { createTerminal } = await import("./operator/terminal");
  const terminal = createTerminal({ input: process.stdin, output: process.stderr });
  return { ...config, seedPassphrase: await passphraseOfStart(config, terminal) };
}

/** Refuses what this version cannot do yet: real networks need real rates and sanctions lists. */
function refuseUnready(config: Config): void {
  if (config.network === "mainnet" || config.network === "testnet") {
    throw new ConfigError(
      `SOTTO_NETWORK: ${config.network} is not offered yet: it needs real rates and a current sanctions list`,
    );
  }
}

function greet(config: Config, admin: SetUp["admin"]): void {
  const address =
    config.publicUrl ?? `http://${config.host === "0.0.0.0" ? "127.0.0.1" : config.host}:${config.port}`;
  const lines = [`Sotto is running on ${config.network}: ${address}`];
  if (admin.password !== undefined) {
    lines.push(`Administrator ${admin.username}, password ${admin.password} (shown this once).`);
    lines.push("Log in at /admin and change it: until then, the account can do nothing else.");
  }
  if (config.network === "simnet") {
    lines.push(
      "First swap: open the address, choose BTC and USDT-TRC20, enter any TRON address, and pay from the faucet.",
    );
  }
  process.stdout.write(`\n${lines.join("\n")}\nCtrl-C stops it.\n\n`);
}

/** What went wrong, without the query that met it: a query's parameters may hold secrets. */
function causeOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : (error.stack ?? error.message);
}

/** Errors whose message is a sentence for the operator, by their names: their classes come with the roles. */
const PLAIN: readonly Plain["name"][] = [
  ...(["ConfigError", "EmbeddedError", "WrongNetwork", "WrongSchema", "WrongSeed"] as const),
  ...(["SeedUnavailable", "UnsafeLogin", "LoginsElsewhere", "ChildFailed", "DatabaseUrlError"] as const),
];
type Plain =
  | (ConfigError | EmbeddedError | WrongNetwork | WrongSchema | WrongSeed)
  | (SeedUnavailable | UnsafeLogin | LoginsElsewhere | ChildFailed | DatabaseUrlError);

try {
  await main();
} catch (error) {
  const isPlain = error instanceof Error && PLAIN.some((name) => error.name === name);
  const text = error instanceof Error ? (isPlain ? error.message : causeOf(error)) : String(error);
  process.stderr.write(`Sotto did not start: ${text}\n`);
  process.exit(1);
}
