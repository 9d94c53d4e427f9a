import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import pino from "pino";
import type { Sql } from "postgres";
import { ensureFirstAdmin } from "../src/admin/accounts";
import { readConfig } from "../src/config";
import { closeDatabase, openDatabase } from "../src/db/client";
import type { TimeWatch } from "../src/health/time-watch";
import type { App } from "../src/routes/app";
import { systemRandom } from "../src/system-random";
import { openBegunDatabase } from "./postgres/begun";
import { loginUrl } from "./postgres/logins";
import { plainClient } from "./postgres/plain";
import { startTogether } from "./together";

export type RunningSotto = {
  base: string;
  /** The HTTP side itself, for calls that need no socket. */
  fetch: (request: Request) => Promise<Response>;
  /** The database, as its owner, and the simulated networks' own. */
  sql: Sql;
  simnetSql: Sql;
  /** Where the signer keeps what is its own. */
  signerDir: string;
  databaseUrl: string;
  admin: { username: string; password: string };
  stop(): Promise<void>;
};

/**
 * The whole server in this process, as `npm start` composes it, on simnet without limits: a free port, databases of
 * its own on the shared server in which the chains have begun, and a folder that goes with it.
 */
export async function startSotto(
  environment: Readonly<Record<string, string>> = {},
  /** Takes every line that the server logs, down to the finest. */
  onLog?: (line: string) => void,
  /** For tests that move the clock. */
  time?: TimeWatch,
  /** As on networks where coins have value. */
  codesRequired = false,
): Promise<RunningSotto> {
  const folder = mkdtempSync(join(tmpdir(), "sotto-whole-"));
  const database = await openBegunDatabase(folder);
  const admin = { username: "checker", password: "correct horse battery staple 9" };
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SOTTO_NETWORK: "simnet",
    SOTTO_LIMITS: "off",
    SIMNET_BLOCK_MS: "100",
    SOTTO_RATES_SEED: "contract",
    SOTTO_ADMIN_USERNAME: admin.username,
    SOTTO_ADMIN_PASSWORD: admin.password,
    ...environment,
  });
  const log =
    onLog === undefined
      ? pino({ level: process.env.SOTTO_LOG_LEVEL ?? "silent", base: null })
      : pino({ level: "trace", base: null }, { write: onLog });
  await makeAdmin(database.url, admin);
  const simnetUrl = database.urlOf(`${database.name}_simnet`);
  const running = await startTogether(
    config,
    { version: "0.2.0", log, codesRequired, ...(time && { time }) },
    (role) => loginUrl(role === "simnet" ? simnetUrl : database.url, role),
  );
  const { app } = running;
  const listening = await listen(app);
  const sql = plainClient(database.url, 2);
  const simnetSql = plainClient(simnetUrl, 1);
  return {
    base: listening.base,
    fetch: async (request) => app.app.fetch(request),
    sql,
    simnetSql,
    signerDir: config.signerDir,
    databaseUrl: database.url,
    admin,
    async stop() {
      app.streams.close();
      await listening.close();
      await Promise.all([sql, simnetSql].map((connection) => connection.end({ timeout: 5 })));
      await running.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeAdmin(url: string, account: { username: string; password: string }): Promise<void> {
  const database = openDatabase({ url, connectionsMax: 1 });
  const clock = { now: () => Date.now() };
  await ensureFirstAdmin({ database, clock, random: systemRandom, ...account }).finally(() =>
    closeDatabase(database),
  );
}

function listen({ app }: App): Promise<{ base: string; close: () => Promise<void> }> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
      resolve({
        base: `http://127.0.0.1:${port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            if ("closeAllConnections" in server) server.closeAllConnections();
          }),
      }),
    );
  });
}
