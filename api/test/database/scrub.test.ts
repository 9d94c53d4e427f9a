import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readServerFaults } from "../../src/db/server-settings";
import { snapshot, sqlState } from "../../src/db/transaction";
import { scrubDisk } from "../../src/retention/scrub";
import { readDiskState, scrubTable } from "../../src/retention/scrub-store";
import { insertOrderRow, openPlace, type Place } from "./place";

/** Tables from which nothing of a customer's is deleted, or in which nothing of one's is. */
const KEPT = [
  ...["address_pool", "admin_audit", "admin_audit_head", "admin_authorizations", "admin_devices"],
  ...["admin_login_failures", "admin_recovery_codes", "admin_sessions", "admin_switches", "admin_totp"],
  ...["admin_users", "api_keys", "chain_blocks", "chain_checks", "chain_cursors", "current_prices"],
  ...["forgotten_addresses", "forgotten_facts", "heartbeat_hours", "heartbeats", "installation", "leases"],
  ...["loans", "missing_coins", "mixer_sessions", "network_fees", "note_keys", "order_tallies"],
  ...["price_history", "public_wallets", "reserves", "retention_brake", "scrub_gate", "scrubs"],
  ...["signer_log", "signer_verdicts", "traces", "watch_rings"],
];

let place: Place;
const log = pino({ level: "silent" });

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

const fileOf = async (table: string): Promise<string> => {
  const [row] = await place.owner.$client<{ file: string }[]>`SELECT pg_relation_filepath(${table}) AS file`;
  return row?.file ?? "";
};
const traces = async (): Promise<string[]> => {
  const rows = await place.owner.$client<{ name: string }[]>`SELECT of_table AS name FROM traces ORDER BY 1`;
  return rows.map(({ name }) => name);
};
const runs = async () => {
  const rows = await place.owner.$client<{ ended: boolean }[]>`SELECT wal IS NOT NULL AS ended FROM scrubs`;
  return rows.map(({ ended }) => ended);
};
const failureOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => "none",
    (error: unknown) => sqlState(error),
  );

it("each table is rewritten after a deletion, or has nothing of a customer's", async () => {
  const { $client: sql } = place.owner;
  const all = await sql<
    { name: string }[]
  >`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
  const [scrubbed] = await sql<{ names: string[] }[]>`SELECT scrubbed_tables() AS names`;
  const names = scrubbed?.names ?? [];
  expect([...names, ...KEPT].sort()).toEqual(all.map(({ name }) => name).sort());
  const counted = await sql`
    SELECT attrelid::regclass || '.' || attname AS name FROM pg_attribute WHERE attrelid::regclass::text = ANY (${names})
      AND attname ~ '^(raw|body|terms|payload)$'
      AND atttypid IN ('text'::regtype, 'jsonb'::regtype) AND coalesce(attstattarget, -1) <> 0`;
  expect(counted).toEqual([]);
});

it("rewrites what something was deleted from, and nothing else", async () => {
  await insertOrderRow(place.owner);
  const before = { legs: await fileOf("payout_legs"), orders: await fileOf("orders") };
  await place.owner.$client`DELETE FROM orders WHERE false`;
  expect(await traces()).toEqual([]);
  await place.owner.$client`DELETE FROM payout_legs`;
  await place.owner.$client`DELETE FROM payout_legs`;
  expect(await traces()).toEqual(["payout_legs"]);
  await scrubDisk({ database: place.worker, log });
  expect(await fileOf("payout_legs")).toBe(before.legs);
  await scrubDisk({ database: place.worker, log }, 0);
  expect(await fileOf("payout_legs")).not.toBe(before.legs);
  expect(await fileOf("orders")).toBe(before.orders);
  expect([await traces(), await runs()]).toEqual([[], [true]]);
  expect(await failureOf(scrubTable(place.worker, "loans"))).toBe("P0001");
  expect(await failureOf(scrubTable(place.http, "orders"))).toBe("42501");
});

it("waits for who reads one moment, and ends what a crash left open", async () => {
  await place.owner.$client`DELETE FROM orders`;
  const failure = await snapshot(place.admin, async (tx) => {
    await tx.execute("SELECT 1");
    return failureOf(scrubTable(place.worker, "orders"));
  });
  expect([failure, await traces()]).toEqual(["55P03", ["orders"]]);
  await place.owner.$client`INSERT INTO scrubs (since, until) VALUES (now() - interval '25 hours', now())`;
  const waitsMs = (await readDiskState(place.http)).waitsMs ?? 0;
  expect(waitsMs).toBeGreaterThan(86_400_000);
  await scrubDisk({ database: place.worker, log });
  expect([await traces(), await runs()]).toEqual([[], [true, true]]);
});

it("finds nothing wrong with the settings of our own server", async () => {
  expect(await readServerFaults(place.worker)).toEqual([]);
});
