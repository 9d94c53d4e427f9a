import postgres, { type Sql } from "postgres";
import { insertPast } from "../../test/plans/large-set";
import { loadOn } from "../load";
import { ADMIN_ENVIRONMENT, measureLongest } from "../longest";
import { inTurn, type Measured } from "../measured";
import { CREATE, createOrders, ORDERS } from "../orders";
import { engineCpuMs, openPaidOrders, seeDeposits, settling } from "../paid-orders";
import type { Bench, Row } from "../row";
import { databaseFolder, openService, type Service } from "../service";
import { preloadStatistics } from "../statements";

/** So that the past is not deleted meanwhile. */
const ENVIRONMENT = { SOTTO_RETENTION_DAYS: "365", ...ADMIN_ENVIRONMENT };
/** So that no table is empty when the planner gathers its statistics. */
const NEW_ORDERS = 64;

/**
 * Creating and settling with a past, against the same without one: two services, in turn. Then the longest statement and the
 * longest answer of the one with a past.
 */
export const oldOrders: Row = {
  key: "old-orders",
  async measure(bench) {
    const count = bench.form.oldOrders;
    bench.note(`Old orders: ${count.toLocaleString("en")}.`);
    const old = await openWithPast(bench.folderOf("old"), count);
    try {
      let against: Measured[] = [];
      const empty = await openWithPast(bench.folderOf("empty"), 0);
      try {
        // What is settled is open no more when orders are made.
        const settled = await measureSettlement(bench, old, empty);
        against = [await measureCreate(bench, old, empty), settled];
      } finally {
        await empty.close();
      }
      return [...against, ...(await onDatabase(old, (sql) => measureLongest(bench, old, sql)))];
    } finally {
      await old.close();
    }
  },
};

async function measureCreate(bench: Bench, old: Service, empty: Service): Promise<Measured> {
  const { rounds, createSeconds } = bench.form;
  const [ours, bare] = [await old.running(), await empty.running()];
  return inTurn({
    key: "create-old",
    rounds,
    warmsUp: true,
    cpuMs: old.cpuMs,
    ours: loadOn(ours, CREATE, createSeconds),
    bare: loadOn(bare, CREATE, createSeconds),
  });
}

async function measureSettlement(bench: Bench, old: Service, empty: Service): Promise<Measured> {
  const { rounds, settledARound } = bench.form;
  const wanted = [{ bodies: ORDERS, count: (rounds + 1) * settledARound }];
  const [ours] = await openPaidOrders(old, wanted);
  const [bare] = await openPaidOrders(empty, wanted);
  if (ours === undefined || bare === undefined) throw new Error("no orders were prepared");
  try {
    return await inTurn({
      key: "settle-old",
      rounds,
      warmsUp: true,
      cpuMs: () => engineCpuMs(old),
      ours: settling(ours, settledARound),
      bare: settling(bare, settledARound),
    });
  } finally {
    await ours.close();
    await bare.close();
  }
}

/** A service with a few new orders and so many old ones. The planner's statistics are those of what is there. */
async function openWithPast(folder: string, count: number): Promise<Service> {
  await preloadStatistics(databaseFolder(folder));
  const service = await openService(folder, ENVIRONMENT);
  try {
    const [{ id } = { id: "" }] = await createOrders(await service.running(), NEW_ORDERS, ORDERS);
    await service.stopped();
    // The past is made of an order that has ended.
    const settlement = await seeDeposits(service, [id]);
    await settlement.run(1);
    await settlement.close();
    await onDatabase(service, (sql) => insertPast(sql, count));
    return service;
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** Work as the superuser. */
async function onDatabase<Value>(service: Service, work: (sql: Sql) => Promise<Value>): Promise<Value> {
  const sql = postgres(service.postgres.superuserUrlOf("sotto"), { max: 1, onnotice: () => {} });
  return work(sql).finally(() => sql.end());
}
