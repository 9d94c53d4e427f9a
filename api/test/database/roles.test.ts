import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { LOGIN_ROLES } from "../../src/db/login-roles";
import { requirePlainLogin, UnsafeLogin, urlAs } from "../../src/db/logins";
import { sqlState } from "../../src/db/transaction";
import { TEST_PREFIX } from "../postgres/logins";
import { insertOrderRow, openPlace, type Place } from "./place";

/** SQLSTATE insufficient_privilege. */
const DENIED = "42501";

let place: Place;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());
beforeEach(async () => {
  await place.owner.$client`TRUNCATE installation`;
  await place.owner.$client.unsafe(
    "DELETE FROM attempt_legs; DELETE FROM payout_attempts; DELETE FROM payout_legs; DELETE FROM orders",
  );
  await insertOrderRow(place.owner);
  await place.owner
    .$client`UPDATE orders SET version = version + 1, body = ${JSON.stringify(WAITING)}::text::jsonb`;
});

/** As much of a waiting order's body as a change of it is compared with. */
const WAITING = {
  phase: { state: "waiting" },
  ...{ deposits: [], legs: [], revision: 0, approval: null },
  ...{ heldUnits: { $bigint: "0" }, unpaidUnits: { $bigint: "0" } },
};

/** The SQLSTATE with which the statement failed; null when it did not. The rows are put back either way. */
async function failureOf(database: Database, statement: string): Promise<string | null> {
  class Undone extends Error {}
  try {
    await database.$client.begin(async (sql) => {
      await sql.unsafe(statement);
      throw new Undone();
    });
  } catch (error) {
    if (error instanceof Undone) return null;
    return sqlState(error) ?? String(error);
  }
  return null;
}

const MONEY_TABLES = [
  "deposits",
  "ledger_accounts",
  "ledger_transactions",
  "ledger_entries",
  "payout_legs",
  "payout_attempts",
  "attempt_legs",
  "settlements",
  "settlement_caps",
  "wallet_outputs",
  "wallet_nonces",
  "unswept",
  "public_wallets",
  "address_pool",
  "current_prices",
  "network_fees",
  "chain_blocks",
  "chain_checks",
  "installation",
  "order_tallies",
];

const UPDATED_COLUMN: Readonly<Record<string, string>> = {
  deposits: "state = 'credited'",
  ledger_accounts: "balance = 1",
  ledger_transactions: "kind = 'x'",
  ledger_entries: "units = 1",
  payout_legs: "destination = 'mine'",
  payout_attempts: "state = 'final'",
  attempt_legs: "leg_id = 'mine'",
  settlements: "destination = 'mine'",
  settlement_caps: "fee_units_max = 1",
  wallet_outputs: "state = 'available'",
  wallet_nonces: "next_nonce = 1",
  unswept: "units = 1",
  public_wallets: "xpub = 'mine'",
  address_pool: "address = 'mine'",
  current_prices: "price_scaled = 1",
  network_fees: "payout_units = 0",
  chain_blocks: "hash = 'x'",
  chain_checks: "mismatches = 0",
  installation: "network = 'mainnet'",
  order_tallies: "orders = 100",
};

describe("the public process", () => {
  it.each(MONEY_TABLES)("cannot write %s", async (table) => {
    const column = UPDATED_COLUMN[table]?.split(" ")[0];
    expect(await failureOf(place.http, `INSERT INTO ${table} DEFAULT VALUES`)).toBe(DENIED);
    expect(await failureOf(place.http, `UPDATE ${table} SET ${UPDATED_COLUMN[table]}`)).toBe(DENIED);
    expect(await failureOf(place.http, `UPDATE ${table} SET ${column} = ${column}`)).toBe(DENIED);
    expect(await failureOf(place.http, `DELETE FROM ${table}`)).toBe(DENIED);
    expect(await failureOf(place.http, `TRUNCATE ${table} CASCADE`)).toBe(DENIED);
  });

  it.each(["id", "terms", "tracking_code", "book", "parent_id", "send_asset", "created_at"])(
    "cannot change an order's %s",
    async (column) => {
      expect(
        await failureOf(place.http, `UPDATE orders SET ${column} = ${column}, version = version + 1`),
      ).toBe(DENIED);
    },
  );

  it("may advance an order, and no more than that", async () => {
    expect(
      await failureOf(place.http, "UPDATE orders SET refund_address = 'theirs', version = version + 1"),
    ).toBeNull();
    expect(await failureOf(place.http, "DELETE FROM orders")).toBe(DENIED);
    expect(await failureOf(place.http, "UPDATE order_events SET type = 'x'")).toBe(DENIED);
    expect(await failureOf(place.http, "DELETE FROM order_events")).toBe(DENIED);
  });

  it("may hold reserves but not make them", async () => {
    expect(await failureOf(place.http, "UPDATE reserves SET held = 0")).toBeNull();
    for (const change of ["hot = 1", "planned = 0"])
      expect(await failureOf(place.http, `UPDATE reserves SET ${change}`)).toBe(DENIED);
    expect(await failureOf(place.http, "INSERT INTO reserves (asset, hot) VALUES ('BTC', 1000)")).toBe(
      DENIED,
    );
  });

  it("cannot read the secret under which ledger facts are hashed", async () => {
    expect(await failureOf(place.http, "SELECT ledger_secret FROM installation")).toBe(DENIED);
    expect(await failureOf(place.worker, "SELECT ledger_secret FROM installation")).toBeNull();
  });

  it("cannot take another role, make one, or change the schema", async () => {
    expect(await failureOf(place.http, "CREATE TABLE mine (id integer)")).toBe(DENIED);
    expect(await failureOf(place.http, "ALTER TABLE orders DISABLE TRIGGER orders_guard")).toBe(DENIED);
    expect(await failureOf(place.http, "DROP TRIGGER append_only ON ledger_entries")).toBe(DENIED);
  });
});

describe("the worker", () => {
  it("may write legs and attempts, so that the denials above are the role's and not the rows'", async () => {
    expect(await failureOf(place.worker, "UPDATE payout_legs SET destination = destination")).toBeNull();
    expect(await failureOf(place.worker, "UPDATE payout_attempts SET state = state")).toBeNull();
    expect(await failureOf(place.worker, "UPDATE deposits SET state = state")).toBeNull();
  });

  it("cannot rewrite the ledger or the history either", async () => {
    for (const table of ["ledger_entries", "ledger_transactions", "order_events"]) {
      expect(await failureOf(place.worker, `DELETE FROM ${table}`)).toBe(DENIED);
      expect(await failureOf(place.worker, `TRUNCATE ${table} CASCADE`)).toBe(DENIED);
    }
    expect(await failureOf(place.worker, "DELETE FROM deposits")).toBe(DENIED);
    expect(await failureOf(place.worker, "DELETE FROM payout_attempts")).toBe(DENIED);
    expect(await failureOf(place.worker, "ALTER TABLE ledger_entries DISABLE TRIGGER append_only")).toBe(
      DENIED,
    );
  });
});

describe("functions", () => {
  const callable = async (role: string): Promise<string[]> => {
    const rows = await place.owner.$client<{ name: string }[]>`
      SELECT proname AS name FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype
        AND has_function_privilege(${role}, oid, 'EXECUTE') ORDER BY proname`;
    return rows.map(({ name }) => name);
  };

  it("may be called by the roles that need them, and the parts of forgetting by none", async () => {
    const pure = [
      "is_order_consent",
      "is_order_figures",
      "is_order_mixer",
      "is_order_offer",
      "is_order_terms",
      "is_units",
      "sister_chains",
      "tally_seconds",
    ];
    const harmless = ["is_forgetting", "is_forgotten_address", ...pure];
    // What they write is what the login may write.
    const writing = ["advance_orders", "change_reserves", "lock_reserves", "queue_commands", "write_money"];
    const login = (role: string): string => `${TEST_PREFIX}_${role}`;
    const may = (...names: string[]): string[] => [...names, ...harmless].sort();
    expect(await callable(login("http"))).toEqual(may(...writing, "claim_order", "forget_order"));
    expect(await callable(login("admin"))).toEqual(
      may(...writing, "admin_audit_end", "claim_order", "forget_order", "signer_log_gap"),
    );
    expect(await callable(login("signer"))).toEqual(may("forgotten_hash"));
    const books = ["book_entries", "open_reserves", "plan_legs"];
    expect(await callable(login("worker"))).toEqual(
      may(...writing, ...books, "forget_leftovers", "forget_order", "forgotten_hash", "sample", "scrub"),
    );
    expect(await failureOf(place.worker, "SELECT orders_forget('{order-1}')")).toBe(DENIED);
  });
});

describe("a role that prepares a trap", () => {
  it.each(LOGIN_ROLES)("cannot make temporary tables (%s)", async (role) => {
    expect(await failureOf(place[role], "CREATE TEMP TABLE orders (id text)")).toBe(DENIED);
  });

  it("is not read by functions that run as their owner: temporary tables come last for them", async () => {
    const rows = await place.owner.$client<{ name: string; config: string[] | null }[]>`
      SELECT proname AS name, proconfig AS config FROM pg_proc
      WHERE prosecdef AND pronamespace = 'public'::regnamespace ORDER BY proname`;
    expect(rows.length).toBeGreaterThan(5);
    for (const { name, config } of rows)
      expect([name, config?.[0]]).toEqual([
        name,
        `search_path=${["sample", "scrub"].includes(name) ? "pg_catalog" : "public"}, pg_temp`,
      ]);
  });
});

describe("a login", () => {
  it.each(LOGIN_ROLES)("is what it is, and becomes no other (%s)", async (role) => {
    await requirePlainLogin(place[role], role);
    const { $client: sql } = place[role];
    for (const attempt of [
      `SET ROLE ${TEST_PREFIX}_worker`,
      `SET ROLE ${TEST_PREFIX}_signer`,
      "SET SESSION AUTHORIZATION postgres",
      `SELECT set_config('role', '${TEST_PREFIX}_${role === "worker" ? "signer" : "worker"}', false)`,
      `DO $$ BEGIN EXECUTE 'SET ROLE ${TEST_PREFIX}_${role === "worker" ? "signer" : "worker"}'; END $$`,
      `GRANT ${TEST_PREFIX}_worker TO ${TEST_PREFIX}_http`,
      "CREATE TABLE mine (n int)",
      "CREATE SCHEMA mine",
    ])
      if (!attempt.endsWith(`_${role}`)) expect(await failureOf(place[role], attempt), attempt).toBe(DENIED);
    await sql`SELECT set_config('role', 'none', false)`;
    const [after] = await sql<{ user: string }[]>`SELECT current_user AS user`;
    expect(after?.user).toBe(`${TEST_PREFIX}_${role}`);
  });

  it("is refused as a process's where it may do more", async () => {
    await expect(requirePlainLogin(place.owner, "http")).rejects.toThrow(UnsafeLogin);
    await expect(requirePlainLogin(place.owner, "http")).rejects.toThrow("is a superuser");
    await place.owner.$client.unsafe("CREATE ROLE half_plain LOGIN PASSWORD 'half'");
    await place.owner.$client.unsafe(`GRANT ${TEST_PREFIX}_worker TO half_plain`);
    const half = openDatabase({
      url: urlAs(place.url, { login: "half_plain", password: "half" }),
      connectionsMax: 1,
    });
    try {
      await expect(requirePlainLogin(half, "http")).rejects.toThrow("is a member of another role");
    } finally {
      await closeDatabase(half);
      await place.owner.$client.unsafe("DROP ROLE half_plain");
    }
  });
});
