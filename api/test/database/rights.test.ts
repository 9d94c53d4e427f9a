// What the login of each process that answers may write, and what of the administrators' the public one may read, as the
// database has it: a right that is added without a decision shows here.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqlState } from "../../src/db/transaction";
import { TEST_PREFIX } from "../postgres/logins";
import { openPlace, type Place } from "./place";

const DENIED = "42501";

let place: Place;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

/** Each table of which a login has one of these rights, of the whole or of a column, with the rights' first letters. */
async function rightsOf(role: string, kinds: readonly string[]): Promise<Record<string, string>> {
  const rows = await place.owner.$client<{ name: string; right: string }[]>`
    SELECT relname AS name, kind AS right FROM pg_class, unnest(${kinds}::text[]) AS kind
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND CASE WHEN kind = 'DELETE'
      THEN has_table_privilege(${`${TEST_PREFIX}_${role}`}, oid, kind) ELSE has_any_column_privilege(${`${TEST_PREFIX}_${role}`}, oid, kind) END
    ORDER BY relname, kind`;
  const rights: Record<string, string> = {};
  for (const { name, right } of rows) rights[name] = `${rights[name] ?? ""}${right[0]}`;
  return rights;
}

const written = (role: string) => rightsOf(role, ["DELETE", "INSERT", "UPDATE"]);

describe("the public process", () => {
  it("writes orders and what belongs to their placing, and nothing else", async () => {
    expect(await written("http")).toEqual({
      ...{ orders: "IU", order_events: "I", addresses: "I", quotes: "IU", mixer_sessions: "I" },
      ...{ api_key_orders: "I", outbox: "I", reserves: "U", idempotency_keys: "DIU" },
      ...{ heartbeats: "DIU", heartbeat_hours: "IU" },
    });
  });

  it("forges no approval, loan, session, switch, key or line of the audit log", async () => {
    const { $client: sql } = place.http;
    for (const table of [
      ...["admin_users", "admin_sessions", "admin_totp", "admin_recovery_codes", "admin_devices"],
      ...["admin_authorizations", "admin_authorized", "admin_audit", "admin_audit_head", "admin_switches"],
      ...["loans", "api_keys", "payout_overrides", "payout_releases", "signer_verdicts", "missing_coins"],
      ...["unplanned_spends", "retention_brake", "settlements", "settlement_caps", "chain_cursors"],
    ])
      for (const statement of [`INSERT INTO ${table} DEFAULT VALUES`, `DELETE FROM ${table}`])
        expect(await sql.unsafe(statement).then(() => null, sqlState), statement).toBe(DENIED);
  });

  it("reads no secret of the administrators'", async () => {
    const read = Object.keys(await rightsOf("http", ["SELECT"]));
    expect(read.filter((table) => /^admin_|releases|signer|verdicts/.test(table))).toEqual([
      "admin_switches",
    ]);
  });
});

describe("the administrators' process", () => {
  it("writes what administrators decide, and no deposit, booking, leg or settlement", async () => {
    expect(await written("admin")).toEqual({
      ...{ orders: "IU", order_events: "I", outbox: "I", reserves: "U", idempotency_keys: "DIU" },
      ...{ admin_users: "U", admin_sessions: "DIU", admin_totp: "DIU", admin_recovery_codes: "DI" },
      ...{
        admin_devices: "DI",
        admin_authorizations: "DI",
        admin_authorized: "IU",
        admin_login_failures: "DIU",
      },
      ...{
        admin_audit: "I",
        admin_switches: "IU",
        chain_cursors: "U",
        missing_coins: "I",
        unplanned_spends: "U",
      },
      ...{ payout_overrides: "IU", payout_releases: "I", api_keys: "IU", loans: "IU" },
      ...{ heartbeats: "DIU", heartbeat_hours: "IU" },
    });
  });
});

describe("the signer", () => {
  it("writes its log, its verdicts and the public keys, and no more", async () => {
    expect(await written("signer")).toEqual({
      ...{ public_wallets: "I", signer_log: "I", signer_verdicts: "I" },
      ...{ heartbeats: "DIU", heartbeat_hours: "IU" },
    });
  });

  it("reads what it compares payments with, the codes that release one, and nothing of chats, quotes, keys or sessions", async () => {
    expect(Object.keys(await rightsOf("signer", ["SELECT"]))).toEqual([
      ...["addresses", "admin_audit_head", "admin_switches", "admin_totp", "admin_users", "attempt_legs"],
      ...["current_prices", "deposits", "forgotten_addresses", "forgotten_facts", "heartbeat_hours"],
      ...["heartbeats", "installation", "ledger_entries", "ledger_transactions", "loans", "mixes", "orders"],
      ...["payout_attempts", "payout_legs", "payout_overrides", "payout_releases", "public_wallets"],
      ...[
        "scrub_gate",
        "settlement_caps",
        "settlements",
        "signer_log",
        "signer_verdicts",
        "unplanned_spends",
      ],
    ]);
    const { $client: sql } = place.signer;
    for (const column of ["admin_users.password_hash", "mixes.sealed_seed"]) {
      const [table, name] = column.split(".");
      expect(await sql.unsafe(`SELECT ${name} FROM ${table}`).then(() => null, sqlState), column).toBe(
        DENIED,
      );
    }
  });
});
