import { afterAll, beforeAll, expect, it } from "vitest";
import { sqlState, violatedConstraint } from "../../src/db/transaction";
import { insertOrderRow, openPlace, type Place } from "./place";

let place: Place;
let keys = 0;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

const failureOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => violatedConstraint(error) || sqlState(error) || String(error),
  );

const AT = new Date(0).toISOString();
const MONEY = { frees: [], takes: [], bookings: [], legs: [], finals: [] };

/** What moves an order one version on, and changes nothing else. */
const moveOf = (id: string, from_version: number) => ({
  ...{ id, from_version, version: from_version + 1, state: "waiting", body: {} },
  ...{ refund_address: null, next_timer_at: null, updated_at: AT, events: [], work: [], money: MONEY },
});

const entry = (account: string, units: number, asset = "XMR") => ({
  ...{ account, asset, units: String(units), normal: account === "chain" ? 1 : -1 },
  may_overdraw: account === "float",
});
const bookAll = (...bookings: ReturnType<typeof entry>[][]): Promise<string | undefined> => {
  const rows = bookings.map((entries) => ({ kind: "test", key: `k${++keys}`, at: AT, entries }));
  return failureOf(place.worker.$client`SELECT book_entries(${JSON.stringify(rows)}::text::jsonb)`);
};

it("the entries of each account are added up, also those of several bookings", async () => {
  const [brought, taken] = [
    [entry("chain", 70), entry("float", -70)],
    [entry("chain", -20), entry("customer:c", -5), entry("customer:c", 2), entry("float", 23)],
  ];
  expect(await bookAll(taken)).toBe("ledger_accounts_overdrawn");
  expect(await bookAll(brought, taken)).toBeUndefined();
  expect(await bookAll([entry("customer:c", 4), entry("float", -4)])).toBe("ledger_accounts_overdrawn");
  expect(await bookAll([entry("chain", 1), entry("float", -2)])).toBe("23514");
  const { owner } = place;
  const rows = await owner.$client`
    SELECT account, balance::text FROM ledger_accounts WHERE asset = 'XMR' ORDER BY account`;
  expect(rows.map(({ account, balance }) => [account, balance])).toEqual([
    ["chain", "50"],
    ["customer:c", "3"],
    ["float", "47"],
  ]);
  const [reserve] = await owner.$client`SELECT hot::text, owed::text FROM reserves WHERE asset = 'XMR'`;
  expect(reserve).toEqual({ hot: "50", owed: "3" });
});

it("the first bookings of assets do not wait for each other in a circle", async () => {
  const failures: (string | undefined)[] = [];
  for (let round = 0; round < 40; round++) {
    const asset = `N${round}`;
    const bookThree = async (who: number): Promise<void> => {
      for (let no = 0; no < 3; no++) {
        const paid = [entry("chain", 5, asset), entry(`customer:${who}${no}`, -3, asset)];
        failures.push(await bookAll([...paid, entry("float", -2, asset)]));
      }
    };
    await Promise.all([0, 1, 2, 3].map(bookThree));
  }
  expect(failures.filter((failure) => failure !== undefined)).toEqual([]);
});

it("an order moves once, and not without its money, its work and its events", async () => {
  await insertOrderRow(place.owner);
  const [{ id, version } = {}] = await place.owner.$client`SELECT id, version FROM orders`;
  const move = moveOf(id, version);
  const moveAll = async (...moves: object[]): Promise<unknown> =>
    place.worker.$client`SELECT id FROM advance_orders(${JSON.stringify(moves)}::text::jsonb) AS moved (id)`
      .then((rows) => rows.map((row) => row.id))
      .catch(({ message }: Error) => message);
  expect(await moveAll(move, moveOf(id, version + 1))).toBe("each order moves once");
  for (const left of ["money", "work", "events"])
    expect(await moveAll({ ...move, [left]: undefined })).toBe("a move that does not say all of it");
  expect(await moveAll(moveOf(id, version + 5), { ...move, id: "another" })).toEqual([]);
  expect(await moveAll(move, { ...move, id: "another" })).toEqual([id]);
  expect(await moveAll(move)).toEqual([]);
});

it("a connection that was there when orders were few reads single ones when they are many", async () => {
  const { owner, worker } = place;
  const add = (from: number, to: number) => owner.$client`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
    SELECT 'o' || i, (200000000 + i)::text, 1, 'waiting', '{}', '{}', 'b' || i, 'BTC', now(), now()
    FROM generate_series(${from}::int, ${to}::int) AS i`;
  const connection = await worker.$client.reserve();
  const move = (id: string, version: number) =>
    connection.unsafe(
      "SELECT id FROM advance_orders($1::text::jsonb) AS moved (id)",
      [JSON.stringify([moveOf(id, version)])],
      { prepare: true },
    );
  const scans = async () => {
    await connection`SELECT pg_stat_force_next_flush()`;
    const [row] =
      await connection`SELECT seq_scan::int AS scans FROM pg_stat_user_tables WHERE relname = 'orders'`;
    return row?.scans;
  };
  try {
    await owner.$client`ALTER TABLE orders SET (autovacuum_enabled = off)`;
    await add(1, 3);
    // A plan is kept from the sixth time on.
    for (let version = 1; version <= 7; version++) expect(await move("o1", version)).toHaveLength(1);
    await add(4, 5_000);
    const before = await scans();
    expect(await move("o4000", 1)).toEqual([{ id: "o4000" }]);
    expect(await scans()).toBe(before);
  } finally {
    connection.release();
  }
});
