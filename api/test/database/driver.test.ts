import { createServer, connect as dial, type Server } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { loginUrl } from "../postgres/logins";
import { openPlace, type Place } from "./place";

let place: Place;
const pools: Database[] = [];
const servers: Server[] = [];

beforeAll(async () => {
  place = await openPlace();
  await place.owner.$client`CREATE TABLE probes (no int PRIMARY KEY)`;
  await place.owner.$client`INSERT INTO probes VALUES (0)`;
  await place.owner.$client`GRANT ALL ON probes TO PUBLIC`;
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map(closeDatabase));
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => place.close());

function openPool(connectionsMax: number, url = loginUrl(place.url, "worker")): Database {
  const pool = openDatabase({ url, role: "worker", connectionsMax });
  pools.push(pool);
  return pool;
}

const ping = (pool: Database): Promise<unknown> => pool.execute(sql`SELECT 1 AS one`).then((rows) => rows);
const lock = sql`SELECT FROM probes WHERE no = 0 FOR UPDATE`;

/** Begins a transaction, which stays open until the returned function is called. */
function begin(database: Database, first: ReturnType<typeof sql>): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    const open = database.transaction(async (tx) => {
      await tx.execute(first);
      await new Promise<void>((end) => {
        resolve(() => {
          end();
          return open;
        });
      });
    });
    open.catch(reject);
  });
}
const holdLock = () => begin(place.owner, lock);
const occupy = (pool: Database) => begin(pool, sql`SELECT 2`);

it("a transaction keeps its connection to itself, however many statements came before it", async () => {
  const pool = openPool(2);
  for (let i = 0; i < 4; i++) await Promise.all([ping(pool), ping(pool)]);
  const leave = await occupy(pool);
  const free = await holdLock();
  const waiting = pool.execute(lock).then((rows) => rows);
  const before = Array.from({ length: 99 }, () => ping(pool));
  const own = pool.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO probes VALUES (1)`);
    await pool.execute(sql`INSERT INTO probes VALUES (2)`);
    throw new RangeError("taken back");
  });
  await free();
  await leave();
  await expect(own).rejects.toThrow("taken back");
  await Promise.all([waiting, ...before]);
  await pool.execute(sql`INSERT INTO probes VALUES (3)`);
  const rows = await place.owner.$client<{ no: number }[]>`SELECT no FROM probes WHERE no > 0 ORDER BY no`;
  expect(rows.map(({ no }) => no)).toEqual([2, 3]);
});

it("a statement that waits for a lock keeps no other waiting while a connection is free", async () => {
  const pool = openPool(3);
  await Promise.all([ping(pool), ping(pool), ping(pool)]);
  const leave = [await occupy(pool), await occupy(pool)];
  const free = await holdLock();
  let isLocked = false;
  const waiting = pool.execute(lock).then(() => {
    isLocked = true;
  });
  const others = [ping(pool), pool.transaction((tx) => tx.execute(sql`SELECT 3`).then(() => undefined))];
  await Promise.all(leave.map((end) => end()));
  await Promise.all(others);
  expect(isLocked).toBe(false);
  await free();
  await waiting;
});

it("a connection that is lost while it begins fails for who asked, and for no one else", async () => {
  const target = new URL(loginUrl(place.url, "worker"));
  const real = Number(target.port);
  // The server in between is on no socket of a folder.
  target.searchParams.delete("host");
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = dial(real, "127.0.0.1");
    client.on("error", () => {}).on("close", () => upstream.destroy());
    upstream.on("error", () => {}).on("close", () => client.destroy());
    upstream.pipe(client);
    client.on("data", (sent: Buffer) => {
      // What the driver asks first of each connection.
      if (cuts < 2 && sent.includes("typarray")) {
        cuts++;
        upstream.destroy();
        client.resetAndDestroy();
      } else upstream.write(sent);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  target.hostname = "127.0.0.1";
  target.port = String(address !== null && typeof address === "object" ? address.port : 0);
  const unheard: unknown[] = [];
  const hear = (error: unknown): void => void unheard.push(error);
  process.on("unhandledRejection", hear);
  try {
    const pool = openPool(1, target.toString());
    for (let tries = 0; cuts < 2 && tries < 20; tries++) await ping(pool).catch(() => {});
    await expect(ping(pool)).resolves.toMatchObject([{ one: 1 }]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(cuts).toBe(2);
    expect(unheard).toEqual([]);
  } finally {
    process.off("unhandledRejection", hear);
  }
});
