import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { type Embedded, startEmbedded } from "../src/db/embedded";
import { cpuMsOf, cpuMsOfServer, processesOf } from "./cpu";
import { createOrders, ORDERS } from "./orders";
import { startServer } from "./processes";

/** What a service costs that has nothing to do. */
export type Idle = {
  waitingOrders: number;
  seconds: number;
  /** Percent of a core, of each process by its role; of PostgreSQL as `postgres`. */
  cpu: Readonly<Record<string, number>>;
  walBytesASecond: number;
  commitsASecond: number;
  /** Of all statements where pg_stat_statements is there, the most frequent first. */
  statements: readonly { text: string; calls: number }[];
};

const WAITING_ORDERS = 2_000;
/** What a start and the making of orders leave to do is done after so long. */
const SETTLE_MS = 40_000;
/** Percent of a core. */
const GOALS = new Map([
  [0, 1],
  [WAITING_ORDERS, 2],
]);
const WAL_GOAL = "under 1,000";
const STATEMENTS_SHOWN = 60;

/** A service on a database of its own, first without an order and then with waiting ones. */
export async function measureIdle(folder: string, seconds: number): Promise<Idle[]> {
  const dataDir = join(folder, "idle-database");
  await preloadStatistics(dataDir);
  const database = await startEmbedded({ dataDir, log: () => {} });
  const superuser = postgres(database.superuserUrlOf("sotto"), { max: 1, onnotice: () => {} });
  try {
    const hasStatistics = await createStatistics(superuser);
    const environment = { DATABASE_URL: database.url, DATA_DIR: join(folder, "idle-server") };
    const server = await startServer(environment);
    try {
      const measure = (waitingOrders: number) =>
        measureOnce({ database, superuser, hasStatistics, pid: server.pid, waitingOrders, seconds });
      const empty = await measure(0);
      await createOrders(server, WAITING_ORDERS, ORDERS);
      return [empty, await measure(WAITING_ORDERS)];
    } finally {
      await server.stop();
    }
  } finally {
    await superuser.end();
    await database.stop();
  }
}

async function measureOnce(of: {
  database: Embedded;
  superuser: Sql;
  hasStatistics: boolean;
  pid: number;
  waitingOrders: number;
  seconds: number;
}): Promise<Idle> {
  const { superuser, hasStatistics, waitingOrders, seconds } = of;
  await tidy(of.database);
  await sleep(SETTLE_MS);
  const processes = processesOf(of.pid);
  const read = async () => ({
    atMs: performance.now(),
    cpu: new Map([
      ...processes.map(({ pid, role }) => [role, cpuMsOf(pid)] as const),
      ["postgres", cpuMsOfServer(of.database.where)] as const,
    ]),
    ...(await counters(superuser)),
  });
  if (hasStatistics) await superuser`SELECT pg_stat_statements_reset()`;
  const before = await read();
  await sleep(seconds * 1_000);
  const after = await read();
  const tookMs = after.atMs - before.atMs;
  return {
    waitingOrders,
    seconds,
    cpu: Object.fromEntries(
      [...after.cpu].map(([role, ms]) => [role, (100 * (ms - (before.cpu.get(role) ?? 0))) / tookMs]),
    ),
    walBytesASecond: ((after.wal - before.wal) * 1_000) / tookMs,
    commitsASecond: ((after.commits - before.commits) * 1_000) / tookMs,
    statements: hasStatistics ? await statementsOf(superuser) : [],
  };
}

/**
 * Does what PostgreSQL would do in the next minutes because of the start and of the orders: it is no cost of an idle
 * service. After a checkpoint the first change of each page is logged whole; that is over when the measuring begins.
 */
async function tidy(database: Embedded): Promise<void> {
  const sql = postgres(database.superuserUrlOf("postgres"), { max: 1 });
  const databases = await sql<
    { name: string }[]
  >`SELECT datname AS name FROM pg_database WHERE datname LIKE 'sotto%'`;
  for (const { name } of databases) {
    const one = postgres(database.superuserUrlOf(name), { max: 1, onnotice: () => {} });
    await one.unsafe("VACUUM ANALYZE");
    await one.end();
  }
  await sql.unsafe("CHECKPOINT");
  await sql.end();
}

async function counters(superuser: Sql): Promise<{ wal: number; commits: number }> {
  const [row] = await superuser<{ wal: string; commits: string }[]>`
    SELECT pg_current_wal_lsn() - '0/0' AS wal, (SELECT sum(xact_commit) FROM pg_stat_database) AS commits`;
  return { wal: Number(row?.wal), commits: Number(row?.commits) };
}

/** Restarts a new cluster once with the library that counts statements, where this PostgreSQL has it. */
async function preloadStatistics(dataDir: string): Promise<void> {
  const database = await startEmbedded({ dataDir, log: () => {} });
  const superuser = postgres(database.superuserUrlOf("sotto"), { max: 1 });
  const [there] = await superuser`SELECT 1 FROM pg_available_extensions WHERE name = 'pg_stat_statements'`;
  if (there !== undefined) await superuser`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`;
  await superuser.end();
  await database.stop();
}

async function createStatistics(superuser: Sql): Promise<boolean> {
  const [there] = await superuser`SELECT 1 FROM pg_available_extensions WHERE name = 'pg_stat_statements'`;
  if (there === undefined) return false;
  await superuser`CREATE EXTENSION pg_stat_statements`;
  return true;
}

async function statementsOf(superuser: Sql): Promise<{ text: string; calls: number }[]> {
  const rows = await superuser<{ text: string; calls: string }[]>`
    SELECT regexp_replace(query, '[[:space:]]+', ' ', 'g') AS text, sum(calls) AS calls FROM pg_stat_statements
    WHERE query NOT LIKE '%pg_stat_%' GROUP BY 1 ORDER BY 2 DESC`;
  return rows.map(({ text, calls }) => ({ text, calls: Number(calls) }));
}

/** Prints what an idle service costs, and with BENCH_STATEMENTS=1 which statements it sends. */
export function printIdle(idles: readonly Idle[]): void {
  console.log("\n| idle | ours | goal |");
  console.log("|---|---|---|");
  for (const { waitingOrders, cpu, walBytesASecond, commitsASecond, statements, seconds } of idles) {
    const name = waitingOrders === 0 ? "no orders" : `${waitingOrders.toLocaleString("en")} waiting orders`;
    const total = Object.values(cpu).reduce((sum, percent) => sum + percent, 0);
    const parts = Object.entries(cpu).map(([role, percent]) => `${role} ${percent.toFixed(2)}`);
    const sent = statements.reduce((sum, { calls }) => sum + calls, 0) / seconds;
    console.log(
      `| ${name}: CPU | ${total.toFixed(2)} % of a core (${parts.join(", ")}) | ${GOALS.get(waitingOrders)} % |`,
    );
    console.log(`| ${name}: bytes of WAL a second | ${Math.round(walBytesASecond)} | ${WAL_GOAL} |`);
    console.log(`| ${name}: transactions a second | ${commitsASecond.toFixed(1)} | |`);
    if (statements.length > 0) console.log(`| ${name}: statements a second | ${sent.toFixed(1)} | |`);
  }
  if (process.env.BENCH_STATEMENTS !== "1") return;
  for (const { waitingOrders, statements, seconds } of idles) {
    console.log(`\n${waitingOrders} orders; statements a second`);
    for (const { text, calls } of statements.slice(0, STATEMENTS_SHOWN))
      console.log(`${(calls / seconds).toFixed(2).padStart(7)}  ${text.slice(0, 160)}`);
  }
}
