import { fileURLToPath } from "node:url";
import pino from "pino";
import { SeedUnavailable } from "./chains/seed-file";
import { WrongSeed } from "./chains/wallet-store";
import { runChild } from "./child";
import { type Config, ConfigError, readConfig, settle } from "./config";
import { EmbeddedError } from "./db/embedded-error";
import { WrongNetwork } from "./db/installation";
import { UnsafeLogin } from "./db/logins";
import { WrongSchema } from "./db/migrations";
import { systemRandom } from "./process-parts";
import { LoginsElsewhere, type SetUp, setUp } from "./setup";
import { ChildFailed } from "./supervised-child";
import { supervise } from "./supervisor";

const VERSION = "0.2.0";

async function main(): Promise<void> {
  const config = readConfig(process.env);
  refuseUnready(config);
  const log = pino({ level: config.logLevel, base: null });
  for (const warning of config.warnings) log.warn(warning);
  if (config.role === "migrate") {
    const parts = { clock: { now: () => Date.now() }, random: systemRandom };
    const { server } = await setUp(config, { ...parts, log: (message) => log.info(message) });
    return server.stop();
  }
  if (config.role !== "all") return runChild(config, config.role, { version: VERSION, log });
  const program = fileURLToPath(import.meta.url);
  const running = await supervise(config, { log, environment: settle(process.env).variables, program });
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
    lines.push("It opens nothing until you change it on the console’s page, /admin.");
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

const PLAIN = [
  ...[ConfigError, EmbeddedError, WrongNetwork, WrongSchema, WrongSeed, SeedUnavailable, UnsafeLogin],
  ...[LoginsElsewhere, ChildFailed],
];

try {
  await main();
} catch (error) {
  const isPlain = PLAIN.some((kind) => error instanceof kind);
  const text = error instanceof Error ? (isPlain ? error.message : causeOf(error)) : String(error);
  process.stderr.write(`Sotto did not start: ${text}\n`);
  process.exit(1);
}
