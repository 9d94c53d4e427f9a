import type { RunningSotto } from "./running-sotto";

/** Tables that a refused request must leave as they are, to the last byte; the refusal itself may stand in the audit log. */
const KEPT_WHOLE = [
  "orders",
  "order_events",
  "quotes",
  "idempotency_keys",
  "api_key_orders",
  "mixer_sessions",
  "addresses",

  "deposits",
  "ledger_accounts",
  "ledger_transactions",
  "ledger_entries",
  "reserves",
  "payout_legs",
  "payout_attempts",
  "attempt_legs",
  "loans",
  "unswept",
  "outbox",
  "admin_users",
  "admin_totp",
  "admin_recovery_codes",
  "admin_switches",
  "api_keys",
];
/** Here only the number of rows counts: a session's last use is noted. */
const COUNTED = ["admin_sessions"];

/** What is written in the database and on the simulated chains: a digest and a row count a table. */
export async function written({ sql, simnetSql }: RunningSotto): Promise<Record<string, string>> {
  const state: Record<string, string> = {};
  for (const table of KEPT_WHOLE) {
    const [row] = await sql<{ rows: string; digest: string }[]>`
      SELECT count(*)::text AS rows, coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS digest
      FROM ${sql(table)} AS t`;
    state[table] = `${row?.rows} rows ${row?.digest}`;
  }
  for (const table of COUNTED) {
    const [row] = await sql<{ rows: string }[]>`SELECT count(*)::text AS rows FROM ${sql(table)}`;
    state[table] = `${row?.rows} rows`;
  }
  const [chain] = await simnetSql<{ transactions: string; height: string }[]>`
    SELECT (SELECT count(*) FROM transaction)::text AS transactions, (SELECT sum(height) FROM chain)::text AS height`;
  state["the simulated chains"] = `${chain?.transactions} transactions, heights ${chain?.height}`;
  return state;
}
