import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { processesOf } from "./cpu";
import { type CpuProfile, linesOf, treeOf } from "./cpu-profile";
import { loadOn } from "./load";
import { CREATE, createOrders, ORDERS } from "./orders";
import { openPaidOrders } from "./paid-orders";
import { buildServer } from "./processes";
import { profileOther, profileOwn } from "./profiler";
import { databaseFolder, openService, type Service } from "./service";
import { createStatistics, preloadStatistics, resetStatistics, statementsOf } from "./statements";

const WARM_UP_ORDERS = 64;
/** A chain has 6,000 open orders and no more. */
const CREATE_SECONDS = 1.5;
const SETTLED = 800;
const LEAST_PERCENT = 2;
const STATEMENTS = 12;
const TEXT_MAX = 90;

/** `pnpm bench:profile`: where the processor time of creating and of settling orders goes, as tables of text. */
await buildServer();
const folder = mkdtempSync(join(tmpdir(), "sotto-profile-"));
await preloadStatistics(databaseFolder(folder));
const service = await openService(folder);
const superuser = postgres(service.postgres.superuserUrlOf("sotto"), { max: 1, onnotice: () => {} });
try {
  await service.running();
  const statistics = (await createStatistics(superuser)) ? superuser : undefined;
  if (statistics === undefined) console.log("this PostgreSQL does not count its statements");
  await profileCreate(service, statistics);
  await profileSettlement(service, statistics);
} finally {
  await superuser.end();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
}

async function profileCreate(of: Service, sql: Sql | undefined): Promise<void> {
  const server = await of.running();
  await createOrders(server, WARM_UP_ORDERS, ORDERS);
  const http = processesOf(server.pid).find(({ role }) => role === "http");
  if (http === undefined) throw new Error("there is no process that is http");
  const load = loadOn(server, CREATE, CREATE_SECONDS);
  await load();
  let orders = 0;
  const profile = await profileOther(http.pid, async () => {
    if (sql) await resetStatistics(sql);
    orders = (await load()).units;
  });
  print("Creating orders: the process http", profile, orders);
  if (sql) await printStatements(sql, "_http", orders);
}

async function profileSettlement(of: Service, sql: Sql | undefined): Promise<void> {
  const [settlement] = await openPaidOrders(of, [{ bodies: ORDERS, count: 2 * SETTLED }]);
  if (settlement === undefined) throw new Error("no orders were prepared");
  try {
    await settlement.run(SETTLED);
    if (sql) await resetStatistics(sql);
    const profile = await profileOwn(() => settlement.run(SETTLED));
    print("Settling orders: the engine", profile, SETTLED);
    if (sql) await printStatements(sql, "_worker", SETTLED);
  } finally {
    await settlement.close();
  }
}

function print(title: string, profile: CpuProfile, orders: number): void {
  const root = treeOf(profile);
  console.log(`\n${title}: ${(root.totalUs / 1_000 / orders).toFixed(2)} ms an order (${orders} orders)\n`);
  console.log("with all  own %  place");
  console.log(linesOf(root, LEAST_PERCENT).join("\n"));
}

/** The statements of one role that took longest, by what PostgreSQL counts of them: their execution. */
async function printStatements(sql: Sql, login: string, orders: number): Promise<void> {
  const sent = (await statementsOf(sql)).filter((statement) => statement.login.endsWith(login));
  const msOf = ({ calls, meanMs }: { calls: number; meanMs: number }): number => calls * meanMs;
  const all = sent.reduce((ms, statement) => ms + msOf(statement), 0);
  console.log(`\nPostgreSQL executes ${(all / orders).toFixed(2)} ms of statements an order\n`);
  console.log("     %  ms an order  calls an order  statement");
  for (const statement of sent.sort((a, b) => msOf(b) - msOf(a)).slice(0, STATEMENTS)) {
    const ms = msOf(statement);
    const figures = [
      ((100 * ms) / all).toFixed(1).padStart(6),
      (ms / orders).toFixed(3).padStart(13),
      (statement.calls / orders).toFixed(2).padStart(16),
    ];
    console.log(`${figures.join("")}  ${statement.text.trim().slice(0, TEXT_MAX)}`);
  }
}
