import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { closeDatabase, openDatabase } from "../../src/db/client";
import { bookTroubles, waitFor } from "../api-client";
import { bundleServer } from "../bundle";
import { openBegunDatabase } from "../postgres/begun";
import { freePort, type ServerProcess, startServer } from "../server";
import { QUICK_RECONCILIATION, SHORT_LEASES } from "../short-waits";
import { markRestarted, type Scenario } from "./scenarios";

const RECONCILED_MS_MAX = 120_000;
const ENV = { SIMNET_BLOCK_MS: "150", SOTTO_RATES_SEED: "crash" };

export type Run = {
  crashAt: number;
  died: boolean;
  point: string | null;
  troubles: string[];
  points: string[];
};

/** A bundle with crash points; each run has an installation of its own that has begun. */
export type Bench = { run(scenario: Scenario, crashAt: number): Promise<Run> };

export async function openBench(): Promise<Bench> {
  const options = {
    wrapped: {
      "db/client": join(import.meta.dirname, "database.ts"),
      "chains/connect": join(import.meta.dirname, "connect.ts"),
      "chains/wallet-open": join(import.meta.dirname, "wallet-open.ts"),
    },
    numbers: { ...SHORT_LEASES, ...QUICK_RECONCILIATION },
  };
  const bundle = await bundleServer(options, "whole");
  return {
    async run(scenario, crashAt) {
      const dataDir = mkdtempSync(join(tmpdir(), "sotto-crash-"));
      const database = await openBegunDatabase(dataDir);
      try {
        return await crashOnce({ scenario, crashAt, dataDir, bundle, databaseUrl: database.url });
      } finally {
        await database.drop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
}

type Once = { scenario: Scenario; crashAt: number; dataDir: string; bundle: string; databaseUrl: string };

/** Runs the scenario until the process kills itself at the point, starts it anew, finishes, and looks at the books. */
async function crashOnce({ scenario, crashAt, dataDir, bundle, databaseUrl }: Once): Promise<Run> {
  const log = join(dataDir, "points");
  const options = { dataDir, bundle, port: await freePort() };
  const env = { ...ENV, DATABASE_URL: databaseUrl };
  const points = (): string[] => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
  let server = await startServer({ ...options, env: { ...env, CRASH_AT: String(crashAt), CRASH_LOG: log } });
  try {
    const failure = await scenario.drive(server.api).then(
      () => null,
      (error: unknown) => error,
    );
    const died = failure !== null && (await isDead(server));
    if (failure !== null && !died) throw failure;
    if (died) {
      server = await startServer({ ...options, env });
      markRestarted(server.api);
      await scenario.drive(server.api);
    }
    const troubles = await troublesOf(server, scenario, databaseUrl);
    return { crashAt, died, point: points()[crashAt - 1] ?? null, troubles, points: points() };
  } catch (error) {
    const at = points()[crashAt - 1] ?? "never reached";
    throw new Error(`${scenario.name}, CRASH_AT=${crashAt} (${at}): ${inspect(error)}\n${server.output()}`);
  } finally {
    await server.stop();
  }
}

/** A connection breaks a moment before the process is seen to be gone. */
async function isDead(server: ServerProcess): Promise<boolean> {
  await Promise.race([server.ended, sleep(2_000)]);
  return !server.isRunning() && (await server.ended) === "SIGKILL";
}

async function troublesOf(server: ServerProcess, scenario: Scenario, databaseUrl: string): Promise<string[]> {
  await reconciledTwice(databaseUrl);
  return [...(await scenario.wrong(server.api)), ...(await bookTroubles(server.api))];
}

/** Waits until each asset has been compared with its chain twice from now on: then invariant 12 has spoken. */
async function reconciledTwice(databaseUrl: string): Promise<void> {
  const database = openDatabase({ url: databaseUrl, connectionsMax: 1 });
  try {
    for (let look = 1; look <= 2; look++) {
      const from = new Date().toISOString();
      await waitFor("a comparison of the chains with the books", RECONCILED_MS_MAX, async () => {
        const [row] = await database.$client`
          SELECT bool_and(at > ${from}::timestamptz) AS every FROM chain_checks`;
        return row?.every === true;
      });
    }
  } finally {
    await closeDatabase(database);
  }
}
