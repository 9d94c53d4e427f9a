import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import type { Embedded } from "../../src/db/embedded";
import { cpuMsOf, cpuMsOfServer, hasProcesses, processesOf } from "../cpu";
import { type Measured, sum } from "../measured";
import { createOrders, ORDERS } from "../orders";
import type { Bench, Row } from "../row";
import { databaseFolder, openService } from "../service";
import {
  createStatistics,
  preloadStatistics,
  resetStatistics,
  type Statement,
  statementsOf,
} from "../statements";

/** What a service costs that has nothing to do. */
type Idle = {
  waitingOrders: number;
  seconds: number;
  /** Percent of a core, of each process by its role; of PostgreSQL as `postgres`. */
  cpu: Readonly<Record<string, number>>;
  walBytesASecond: number;
  commitsASecond: number;
  /** Of all statements where pg_stat_statements is there, the most frequent first. */
  statements: readonly Statement[];
};

const WAITING_ORDERS = 2_000;
/** In the first minutes of a database PostgreSQL analyses what was made; a service is idle after them. */
const FIRST_MINUTES_MS = 240_000;
/** What the making of orders leaves to do is done after so long. */
const SETTLE_MS = 40_000;
const STATEMENTS_SHOWN = 60;

/** A service on a database of its own, first without an order and then with waiting ones. */
export const idle: Row = {
  key: "idle",
  async measure(bench) {
    const folder = bench.folderOf("idle");
    await preloadStatistics(databaseFolder(folder));
    const service = await openService(folder);
    const superuser = postgres(service.postgres.superuserUrlOf("sotto"), { max: 1, onnotice: () => {} });
    try {
      const hasStatistics = await createStatistics(superuser);
      const server = await service.running();
      const about = { database: service.postgres, superuser, hasStatistics, pid: server.pid };
      const seconds = bench.form.idleSeconds;
      const empty = await measureOnce({ ...about, waitingOrders: 0, settleMs: FIRST_MINUTES_MS, seconds });
      await createOrders(server, WAITING_ORDERS, ORDERS);
      const orders = { waitingOrders: WAITING_ORDERS, settleMs: SETTLE_MS };
      const waiting = await measureOnce({ ...about, ...orders, seconds });
      for (const measured of [empty, waiting]) noteIdle(bench, measured);
      return [
        ...linesOf(empty, { cpu: "idle-cpu", wal: "idle-wal" }),
        ...linesOf(waiting, { cpu: "idle-waiting-cpu", wal: "idle-waiting-wal" }),
      ];
    } finally {
      await superuser.end();
      await service.close();
    }
  },
};

function linesOf(
  { cpu, walBytesASecond }: Idle,
  keys: { cpu: Measured["key"]; wal: Measured["key"] },
): Measured[] {
  const wal = { key: keys.wal, ours: walBytesASecond };
  return hasProcesses() ? [{ key: keys.cpu, ours: sum(Object.values(cpu)) }, wal] : [wal];
}

/** What is behind the figures, and with BENCH_STATEMENTS=1 which statements are sent. */
function noteIdle(bench: Bench, { waitingOrders, cpu, commitsASecond, statements, seconds }: Idle): void {
  const name = `Idle, ${waitingOrders.toLocaleString("en")} orders`;
  const parts = Object.entries(cpu).map(([role, percent]) => `${role} ${percent.toFixed(2)} %`);
  const sent = sum(statements.map(({ calls }) => calls)) / seconds;
  const said = statements.length === 0 ? "" : `, ${sent.toFixed(1)} statements/s`;
  bench.note(`${name}: ${parts.join(", ")}; ${commitsASecond.toFixed(1)} transactions/s${said}.`);
  if (process.env.BENCH_STATEMENTS !== "1") return;
  for (const { text, calls } of statements.slice(0, STATEMENTS_SHOWN))
    bench.note(`${name}: ${(calls / seconds).toFixed(2).padStart(7)}  ${text.slice(0, 160)}`);
}

async function measureOnce(of: {
  database: Embedded;
  superuser: Sql;
  hasStatistics: boolean;
  pid: number;
  waitingOrders: number;
  settleMs: number;
  seconds: number;
}): Promise<Idle> {
  const { superuser, hasStatistics, waitingOrders, seconds } = of;
  await tidy(of.database);
  await sleep(of.settleMs);
  const processes = processesOf(of.pid);
  const read = async () => ({
    atMs: performance.now(),
    cpu: new Map([
      ...processes.map(({ pid, role }) => [role === "all" ? "supervisor" : role, cpuMsOf(pid)] as const),
      ["postgres", cpuMsOfServer(of.database.where)] as const,
    ]),
    ...(await counters(superuser)),
  });
  if (hasStatistics) await resetStatistics(superuser);
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
    // What the analysis itself has written over is vacuumed within a minute otherwise, some 700 kB of log at once.
    await one.unsafe("VACUUM pg_catalog.pg_statistic");
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
