import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { ensureDatabase } from "../src/db/connect";
import { startEmbedded } from "../src/db/embedded";
import { readLoginFiles } from "../src/login-files";
import { keyringUrl } from "../src/mixing/keyring-store";
import { measureCliStarts } from "./cli-start";
import { measureIdle, printIdle } from "./idle";
import { CLIENTS, createOrders, MIXED, ORDERS, RECEIVERS } from "./orders";
import { buildServer, type Served, startBare, startServer } from "./processes";
import { prepareSettlement, simulatedAssets } from "./settlement";
import { measureStarts, type Started } from "./start";
import { openTpcB } from "./tpc-b";

/**
 * `pnpm bench`: ratios of one run on one machine, medians of the rounds. BENCH_SHORT=1 is quick, and rougher;
 * BENCH_ONLY=start measures only the start, and
 * BENCH_ONLY=idle only what a service costs that has nothing to do.
 */
const isShort = process.env.BENCH_SHORT === "1";
const ROUNDS = isShort ? 3 : 5;
const SECONDS = isShort ? 1 : 3;
const SETTLED_A_ROUND = isShort ? 100 : 400;
const MIXED_A_ROUND = SETTLED_A_ROUND / 4;
/** A start is short: more of them, so that the medians stand still. */
const CLI_ROUNDS = 4 * ROUNDS + 1;
const IDLE_SECONDS = isShort ? 20 : 60;
const HTTP_CONNECTIONS = 32;

type Row = { name: string; ours: number[]; bare: number[]; goal: string; baseline: string };

const folder = mkdtempSync(join(tmpdir(), "sotto-bench-"));
const only = process.env.BENCH_ONLY;
try {
  await buildServer();
  if (only === "start") printStarts(await measureStarts(folder, ROUNDS));
  else if (only === "idle") printIdle(await measureIdle(folder, IDLE_SECONDS));
  else await measureAll();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureAll(): Promise<void> {
  const postgres = await startEmbedded({ dataDir: join(folder, "database"), log: () => {} });
  try {
    const environment = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, "server") };
    const { rows, orderIds, mixedIds } = await measureHttp(environment);
    rows.push(...(await measureSettlement(postgres, orderIds, mixedIds)));
    print(rows, await measureCliStarts(CLI_ROUNDS));
    printStarts(await measureStarts(folder, ROUNDS));
    printIdle(await measureIdle(folder, IDLE_SECONDS));
  } finally {
    await postgres.stop();
  }
}

/** Cached GET and create order, each in turn with its bare twin. */
async function measureHttp(
  environment: Record<string, string>,
): Promise<{ rows: Row[]; orderIds: string[]; mixedIds: string[] }> {
  const server = await startServer(environment);
  const answer = await (await fetch(`${server.base}/api/currencies`)).text();
  const bare = await startBare(answer);
  const get: Row = row("cached GET /api/currencies", "bare Hono GET of the same bytes", "0.6");
  const post: Row = row("create order", "bare Hono JSON POST of the same body", "0.15");
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const isWarmUp = round === 0;
      const figures = {
        bareGet: await load(bare, "/bare"),
        get: await load(server, "/api/currencies"),
        barePost: await load(bare, "/bare", ORDERS),
        post: await load(server, "/api/exchanges", ORDERS),
      };
      if (isWarmUp) continue;
      get.bare.push(figures.bareGet);
      get.ours.push(figures.get);
      post.bare.push(figures.barePost);
      post.ours.push(figures.post);
    }
    const orderIds = await createOrders(server, 2 * ROUNDS * SETTLED_A_ROUND, ORDERS);
    const mixedIds = await createOrders(server, ROUNDS * MIXED_A_ROUND, MIXED);
    return { rows: [get, post], orderIds, mixedIds };
  } finally {
    await bare.stop();
    await server.stop();
  }
}

/** Answers a second. Any answer but one of success spoils the run. */
async function load(server: Served, path: string, bodies?: readonly string[]): Promise<number> {
  const result = await autocannon({
    url: `${server.base}${path}`,
    connections: HTTP_CONNECTIONS,
    duration: SECONDS,
    ...(bodies === undefined
      ? {}
      : {
          requests: bodies.map((body) => ({
            method: "POST" as const,
            headers: { "content-type": "application/json" },
            body,
          })),
        }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${path}: ${result.non2xx} answers of failure, ${result.errors} errors`);
  }
  return result["2xx"] / result.duration;
}

/** Credit to completed in the engine, against TPC-B on the same server, and mixes against it; nothing else runs meanwhile. */
async function measureSettlement(
  postgres: Awaited<ReturnType<typeof startEmbedded>>,
  orderIds: readonly string[],
  mixedIds: readonly string[],
): Promise<Row[]> {
  const assets = simulatedAssets(["BTC", ...Object.keys(RECEIVERS)]);
  // The server that made the orders has kept the logins that it made.
  const url = readLoginFiles(join(folder, "server"))?.worker;
  if (url === undefined) throw new Error("the server has kept no login of the worker");
  const common = { assets, clients: CLIENTS, keyringUrl: keyringUrl(url) };
  const plain = await prepareSettlement(url, { ...common, orderIds });
  const mixed = await prepareSettlement(url, { ...common, orderIds: mixedIds });
  await ensureDatabase(postgres, "tpcb");
  const tpcB = await openTpcB(postgres.urlOf("tpcb"), CLIENTS);
  const settled = row("settlement, credit to completed", `TPC-B transactions, ${tpcB.name}`, "0.5");
  const mixes = row("settlement of mixes: 3 rounds, 2 to 5 legs, no delay", "settlement of plain orders", "");
  try {
    for (let round = 0; round < ROUNDS; round++) {
      settled.bare.push(await tpcB.run(SECONDS));
      settled.ours.push(await plain.run(SETTLED_A_ROUND));
      mixes.ours.push(await mixed.run(MIXED_A_ROUND));
      mixes.bare.push(await plain.run(SETTLED_A_ROUND));
    }
  } finally {
    await plain.close();
    await mixed.close();
  }
  return [settled, mixes];
}

function row(name: string, baseline: string, goal: string): Row {
  return { name, ours: [], bare: [], goal, baseline };
}

function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

type CliStarts = { oursMs: readonly number[]; bareMs: readonly number[] };

function print(rows: readonly Row[], cli: CliStarts): void {
  const rounds = `medians of ${ROUNDS} rounds of ${SECONDS} s`;
  console.log(
    `\n${rounds}; ${cpus().length} × ${cpus()[0]?.model}; Node ${process.version}${isShort ? "; SHORT" : ""}\n`,
  );
  console.log("| what | ours a second | bare a second | ratio | goal | bare is |");
  console.log("|---|---|---|---|---|---|");
  for (const { name, ours, bare, goal, baseline } of rows) {
    const ratio = median(ours.map((figure, i) => figure / (bare[i] ?? Number.NaN)));
    const figures = [median(ours), median(bare)].map((figure) => Math.round(figure).toLocaleString("en"));
    console.log(`| ${name} | ${figures.join(" | ")} | ${ratio.toFixed(2)} | ${goal} | ${baseline} |`);
  }
  const [ours, bare] = [median(cli.oursMs), median(cli.bareMs)];
  console.log(
    `| sotto --version, bundled | ${Math.round(ours)} ms | ${Math.round(bare)} ms | ${(ours / bare).toFixed(2)} | | node -e 0 |`,
  );
}

function printStarts(starts: readonly Started[]): void {
  const roles = Object.keys(starts[0]?.pssMb ?? {});
  const mb = (pick: (pssMb: Started["pssMb"]) => number): string =>
    `${Math.round(median(starts.map(({ pssMb }) => pick(pssMb))))} MB`;
  const of = (role: string) => (pssMb: Started["pssMb"]) => pssMb[role] ?? 0;
  console.log("\n| start with all processes, warm | ours | goal |");
  console.log("|---|---|---|");
  console.log(
    `| to the first answer | ${Math.round(median(starts.map(({ readyMs }) => readyMs)))} ms | 2,500 ms |`,
  );
  console.log(`| CPU time until then | ${median(starts.map(({ cpuMs }) => cpuMs))} ms | |`);
  console.log(
    `| memory (PSS) without PostgreSQL | ${mb((pssMb) => roles.reduce((sum, role) => sum + of(role)(pssMb), 0))} | 450 MB |`,
  );
  for (const role of roles)
    console.log(`| of them: ${role === "all" ? "supervisor" : role} | ${mb(of(role))} | |`);
}
