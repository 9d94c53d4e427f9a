import { createServer, connect as dial, type Server, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
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

/** The database behind a server that spoils the first two questions which the driver asks of a connection by itself. */
async function behindSpoiler(spoil: (sent: Buffer, client: Socket, upstream: Socket) => void) {
  const target = new URL(loginUrl(place.url, "worker"));
  const real = Number(target.port);
  // The server in between is on no socket of a folder.
  target.searchParams.delete("host");
  let spoiled = 0;
  const server = createServer((client) => {
    const upstream = dial(real, "127.0.0.1");
    client.on("error", () => {}).on("close", () => upstream.destroy());
    upstream.on("error", () => {}).on("close", () => client.destroy());
    upstream.pipe(client);
    client.on("data", (sent: Buffer) => {
      if (spoiled < 2 && sent.includes("typarray")) {
        spoiled++;
        spoil(sent, client, upstream);
      } else upstream.write(sent);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  target.hostname = "127.0.0.1";
  target.port = String(address !== null && typeof address === "object" ? address.port : 0);
  return { url: target.toString(), spoiled: () => spoiled };
}

it.each([
  ["is lost", (_sent: Buffer, client: Socket) => client.resetAndDestroy()],
  [
    "is refused its first question",
    (sent: Buffer, _client: Socket, upstream: Socket) =>
      upstream.write(Buffer.from(sent.toString("latin1").replace("typarray", "typarrax"), "latin1")),
  ],
])(
  "a connection that %s while it begins ends no process, and a later one knows all types",
  async (_what, spoil) => {
    const between = await behindSpoiler(spoil);
    const unheard: unknown[] = [];
    const hear = (error: unknown): void => {
      unheard.push(error);
    };
    process.on("unhandledRejection", hear);
    try {
      const pool = openPool(1, between.url);
      let letters: unknown;
      for (let tries = 0; letters === undefined && tries < 20; tries++) {
        const asked = pool.execute(sql`SELECT array['a', 'b'] AS letters`);
        letters = await asked.then(([row]) => row?.letters).catch(() => undefined);
      }
      expect(letters).toEqual(["a", "b"]);
      await new Promise((resolve) => setImmediate(resolve));
      expect(between.spoiled()).toBe(2);
      expect(unheard).toEqual([]);
    } finally {
      process.off("unhandledRejection", hear);
    }
  },
);

it("a pool that is closed answers what was asked of it, and opens no connection for it later", async () => {
  const pool = openDatabase({ url: loginUrl(place.url, "worker"), role: "worker", connectionsMax: 2 });
  const asked = Array.from({ length: 9 }, (_, no) =>
    pool.execute(sql`SELECT pg_sleep(0.02), ${no}::int AS no`).then(([row]) => row?.no),
  );
  await new Promise((resolve) => setImmediate(resolve));
  const closed = closeDatabase(pool);
  const answers = await Promise.all(asked);
  await closed;
  expect(answers).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const left = () => place.owner.$client`
    SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(0.02)%' AND pid <> pg_backend_pid()`;
  // The server's processes end a little after their connections.
  await vi.waitFor(async () => expect(await left()).toHaveLength(0), 10_000);
});
