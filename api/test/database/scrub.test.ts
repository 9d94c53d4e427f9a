import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readServerFaults } from "../../src/db/server-settings";
import { snapshot, sqlState } from "../../src/db/transaction";
import { retentionCommand } from "../../src/operator/retention-commands";
import { scrubDisk } from "../../src/retention/scrub";
import { readDiskState, scrubTable } from "../../src/retention/scrub-store";
import { areStatisticsDue, rewriteStatistics } from "../../src/retention/statistics-store";
import { insertOrderRow, openPlace, type Place } from "./place";

/** Tables from which nothing of a customer's is deleted, or in which nothing of one's is. */
const KEPT = [
  ...["address_pool", "admin_audit", "admin_audit_head", "admin_authorizations", "admin_devices"],
  ...["admin_login_failures", "admin_recovery_codes", "admin_sessions", "admin_switches", "admin_totp"],
  ...[
    "admin_users",
    "api_keys",
    "chain_blocks",
    "chain_checks",
    "chain_cursors",
    "credited_keys",
    "current_prices",
  ],
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
  const rows = await place.owner.$client<
    { ended: boolean }[]
  >`SELECT rewritten_at IS NOT NULL AS ended FROM scrubs`;
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

/** What the planner's statistics hold of a table that is empty in the end. */
const sampled = async (): Promise<string> => {
  const [row] = await place.owner.$client<{ values: string | null }[]>`
    SELECT string_agg(concat(histogram_bounds::text, most_common_vals::text), ' ') AS values FROM pg_stats
    WHERE tablename = 'payout_legs'`;
  return row?.values ?? "";
};

it("takes what was deleted out of the planner's statistics, once no older transaction sees it", async () => {
  await insertOrderRow(place.owner);
  await insertOrderRow(place.owner, { id: "another", trackingCode: "987654321", book: "another" });
  await place.owner.$client`ANALYZE payout_legs`;
  expect(await sampled()).toContain("leg-of-another");
  await place.owner.$client`DELETE FROM payout_legs`;
  await place.owner.$client`ANALYZE payout_legs`;
  expect(await sampled()).toContain("leg-of-another");
  const before = await fileOf("pg_statistic");
  await scrubDisk({ database: place.worker, log }, 0);
  expect(await sampled()).toBe("");
  expect(await areStatisticsDue(place.owner)).toBe(true);
  expect((await readDiskState(place.http)).waitsMs).not.toBeNull();
  const reading = await snapshot(place.admin, async (tx) => {
    await tx.execute("SELECT 1");
    await place.owner.$client`ANALYZE orders`;
    return rewriteStatistics(place.owner);
  });
  expect([reading, await areStatisticsDue(place.owner)]).toEqual([false, true]);
  expect(await failureOf(place.worker.execute("VACUUM FULL pg_catalog.pg_statistic"))).toBe("none");
  const said: string[] = [];
  await retentionCommand({
    onDatabase: (work) => work(place.owner),
    clock: { now: () => Date.now() },
    say: (line) => void said.push(line),
  }).parseAsync(["statistics"], { from: "user" });
  expect(said).toEqual(["The statistics were rewritten."]);
  expect(await fileOf("pg_statistic")).not.toBe(before);
  expect(await areStatisticsDue(place.owner)).toBe(false);
  // The worker's login is refused in a notice only: what it did is seen by the file.
  expect(await rewriteStatistics(place.worker)).toBe(false);
});

it("finds nothing wrong with the settings of our own server", async () => {
  expect(await readServerFaults(place.worker)).toEqual([]);
});
