import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { bookTroubles } from "../api-client";
import { bundleServer } from "../bundle";
import { freePort, type ServerProcess, startServer } from "../server";
import { markRestarted, type Scenario } from "./scenarios";

/** Longer than the worker takes to compare the chains with the books twice: then invariant 12 has spoken. */
const RECONCILED_MS = 4_500;
const ENV = { SIMNET_BLOCK_MS: "150", SOTTO_RATES_SEED: "crash" };

export type Run = {
  crashAt: number;
  died: boolean;
  point: string | null;
  troubles: string[];
  points: string[];
};

/** A bundle with crash points, and an installation that has begun; each run works on a copy of it. */
export type Bench = { run(scenario: Scenario, crashAt: number): Promise<Run>; close(): void };

export async function openBench(): Promise<Bench> {
  const code = await bundleServer({
    "db/client": join(import.meta.dirname, "database.ts"),
    "chains/connect": join(import.meta.dirname, "connect.ts"),
    "chains/wallet-open": join(import.meta.dirname, "wallet-open.ts"),
  });
  // Reachable for the user under which root's PostgreSQL runs, so that the whole installation lies in one folder.
  const folder = mkdtempSync(join(tmpdir(), "sotto-crash-"));
  chmodSync(folder, 0o755);
  const close = (): void => {
    code.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const bundle = code.file;
    const template = join(folder, "template");
    await (await startServer({ dataDir: template, bundle, env: ENV })).stop();
    if (!existsSync(join(template, "postgres"))) throw new Error("the template holds no database");
    let runs = 0;
    return {
      close,
      async run(scenario, crashAt) {
        const dataDir = join(folder, `run-${++runs}`);
        // cp keeps the owner, which node:fs does not: as root the database belongs to another user.
        execFileSync("cp", ["-a", template, dataDir]);
        try {
          return await crashOnce({ scenario, crashAt, dataDir, bundle });
        } finally {
          rmSync(dataDir, { recursive: true, force: true });
        }
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

type Once = { scenario: Scenario; crashAt: number; dataDir: string; bundle: string };

/** Runs the scenario until the process kills itself at the point, starts it anew, finishes, and looks at the books. */
async function crashOnce({ scenario, crashAt, dataDir, bundle }: Once): Promise<Run> {
  const log = `${dataDir}.points`;
  const port = await freePort();
  const options = { dataDir, bundle, port };
  const points = (): string[] => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
  let server = await startServer({ ...options, env: { ...ENV, CRASH_AT: String(crashAt), CRASH_LOG: log } });
  try {
    const failure = await scenario.drive(server.api).then(
      () => null,
      (error: unknown) => error,
    );
    const died = failure !== null && (await isDead(server));
    if (failure !== null && !died) throw failure;
    if (died) {
      server = await startServer({ ...options, env: ENV });
      markRestarted(server.api);
      await scenario.drive(server.api);
    }
    const troubles = await troublesOf(server, scenario);
    return { crashAt, died, point: points()[crashAt - 1] ?? null, troubles, points: points() };
  } catch (error) {
    const at = points()[crashAt - 1] ?? "never reached";
    throw new Error(`${scenario.name}, CRASH_AT=${crashAt} (${at}): ${inspect(error)}\n${server.output()}`);
  } finally {
    await server.stop();
    rmSync(log, { force: true });
  }
}

/** A connection breaks a moment before the process is seen to be gone. */
async function isDead(server: ServerProcess): Promise<boolean> {
  await Promise.race([server.ended, sleep(2_000)]);
  return !server.isRunning() && (await server.ended) === "SIGKILL";
}

async function troublesOf(server: ServerProcess, scenario: Scenario): Promise<string[]> {
  await sleep(RECONCILED_MS);
  return [...(await scenario.wrong(server.api)), ...(await bookTroubles(server.api))];
}
