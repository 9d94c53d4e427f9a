import { serve } from "@hono/node-server";
import pino from "pino";
import { ensureFirstAdmin } from "../../src/admin/accounts";
import { readConfig } from "../../src/config";
import { closeDatabase, openDatabase } from "../../src/db/client";
import { readLoginFiles } from "../../src/login-files";
import { systemRandom } from "../../src/system-random";
import { startTogether } from "../together";

/**
 * The service as one process, which a crash ends whole; DATA_DIR has the logins of a database that has begun, and
 * DATABASE_URL is its owner's.
 */
const config = readConfig(process.env);
const log = pino({ level: config.logLevel, base: null });
const owner = openDatabase({ url: config.databaseUrl ?? "", connectionsMax: 1 });
const clock = { now: () => Date.now() };
await ensureFirstAdmin({ database: owner, clock, random: systemRandom, ...config.admin });
await closeDatabase(owner);
const logins = readLoginFiles(config.dataDir) ?? {};
const running = await startTogether(config, { version: "0.0.0", log }, (role) => logins[role] ?? "");
const server = serve({ fetch: running.app.app.fetch, port: config.port, hostname: config.host });
process.once("SIGTERM", () => {
  running.app.streams.close();
  server.close();
  void running.stop().then(() => process.exit(0));
});
