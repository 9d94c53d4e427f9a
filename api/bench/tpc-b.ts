import postgres, { type Sql } from "postgres";
import { outputOf } from "./processes";

const SCALE = 10;

/** Transactions a second (pgbench measures in whole seconds) of pgbench's TPC-B-like script, and what ran it. */
export type TpcB = { name: string; run(seconds: number): Promise<number>; close(): Promise<void> };

/** Fills pgbench's tables in a database of their own; without a pgbench here, an own loop runs the same statements. */
export async function openTpcB(url: string, clients: number): Promise<TpcB> {
  const connection = new URL(url);
  const environment = { PGPASSWORD: connection.password };
  const target = ["-h", connection.hostname, "-p", connection.port, "-U", connection.username];
  const database = connection.pathname.slice(1);
  const filled = await outputOf(
    "pgbench",
    ["-i", "-q", "-s", String(SCALE), ...target, database],
    environment,
  );
  if (filled === undefined) return ownTpcB(url, clients);
  return {
    name: `pgbench -s ${SCALE} -c ${clients} -j 2`,
    async run(seconds) {
      const load = [
        "-n",
        "-c",
        String(clients),
        "-j",
        "2",
        "-T",
        String(Math.max(1, Math.ceil(seconds))),
        "-M",
        "prepared",
      ];
      const said = await outputOf("pgbench", [...load, ...target, database], environment);
      const tps = /tps = ([\d.]+)/.exec(said ?? "")?.[1];
      if (tps === undefined) throw new Error(`pgbench reported no rate: ${said}`);
      return Number(tps);
    },
    close: async () => {},
  };
}

async function ownTpcB(url: string, clients: number): Promise<TpcB> {
  const sql = postgres(url, { max: clients, onnotice: () => {} });
  await sql.unsafe(`
    CREATE TABLE pgbench_branches (bid int PRIMARY KEY, bbalance int);
    CREATE TABLE pgbench_tellers (tid int PRIMARY KEY, bid int, tbalance int);
    CREATE TABLE pgbench_accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84)) WITH (fillfactor = 100);
    CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    INSERT INTO pgbench_branches SELECT i, 0 FROM generate_series(1, ${SCALE}) i;
    INSERT INTO pgbench_tellers SELECT i, (i - 1) / 10 + 1, 0 FROM generate_series(1, ${SCALE * 10}) i;
    INSERT INTO pgbench_accounts SELECT i, (i - 1) / 100000 + 1, 0, '' FROM generate_series(1, ${SCALE * 100_000}) i;
    ANALYZE`);
  return {
    name: `an own TPC-B loop over postgres.js, scale ${SCALE}, ${clients} connections (no pgbench here)`,
    async run(seconds) {
      const untilMs = performance.now() + seconds * 1000;
      let done = 0;
      const client = async (): Promise<void> => {
        while (performance.now() < untilMs) {
          await transfer(sql);
          done += 1;
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
      return done / seconds;
    },
    close: () => sql.end(),
  };
}

const upTo = (most: number): number => 1 + Math.floor(Math.random() * most);

async function transfer(sql: Sql): Promise<void> {
  const [aid, tid, bid, delta] = [upTo(SCALE * 100_000), upTo(SCALE * 10), upTo(SCALE), upTo(10_001) - 5_001];
  await sql.begin(async (tx) => {
    await tx`UPDATE pgbench_accounts SET abalance = abalance + ${delta} WHERE aid = ${aid}`;
    await tx`SELECT abalance FROM pgbench_accounts WHERE aid = ${aid}`;
    await tx`UPDATE pgbench_tellers SET tbalance = tbalance + ${delta} WHERE tid = ${tid}`;
    await tx`UPDATE pgbench_branches SET bbalance = bbalance + ${delta} WHERE bid = ${bid}`;
    await tx`INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (${tid}, ${bid}, ${aid}, ${delta}, now())`;
  });
}
