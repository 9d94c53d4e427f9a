import type { Sql } from "postgres";

/** What orders leave behind when they have ended, table by table; $1 is how many orders. They read as one that is there does, where one has ended. */
const PAST: readonly string[] = [
  `INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
    SELECT 'old-' || i, lpad((free.start + i)::text, 9, '0'), 8, CASE WHEN i % 10 < 6 THEN 'completed' WHEN i % 10 < 9 THEN 'expired' ELSE 'refunded' END,
      coalesce(t.terms, '{}') || jsonb_build_object('sendAsset', 'BTC', 'receiveAsset', 'ETH', 'orderType', 'floating', 'depositAddress', 'old-address-' || i)
        || CASE WHEN i % 1000 = 0 THEN '{"mixer": {}}'::jsonb ELSE '{}' END,
      coalesce(t.body, '{"phase": {"state": "completed"}, "deposits": [], "approval": null}'), 'old-book-' || i,
      CASE WHEN i % 3 = 0 THEN 'ETH' ELSE 'BTC' END, now() - i * interval '30 seconds', now() - i * interval '30 seconds'
    FROM (SELECT max(start) AS start FROM generate_series(0, 900000000, 100000000) AS start
        WHERE NOT EXISTS (SELECT 1 FROM orders WHERE tracking_code BETWEEN lpad((start + 1)::text, 9, '0') AND lpad((start + $1)::text, 9, '0'))) AS free,
      generate_series(1, $1::int) AS i LEFT JOIN (SELECT terms, body FROM orders WHERE state = 'completed' LIMIT 1) AS t ON true`,
  `INSERT INTO order_events (order_id, version, source, external_id, type, body, state, at)
    SELECT 'old-' || i, v, 'past', i || ':' || v, 'credited', '{}', 'completed', now() FROM generate_series(1, $1::int) AS i, generate_series(1, 3) AS v`,
  `INSERT INTO addresses (chain, address, index, order_id)
    SELECT CASE WHEN i % 3 = 0 THEN 'ethereum' ELSE 'bitcoin' END, 'old-address-' || i, 1000000 + i, 'old-' || i FROM generate_series(1, $1::int) AS i`,
  `INSERT INTO deposits (id, chain, tx_id, ordinal, tx_hash, asset, address, units, kind, order_id, state, height, block_hash, block_at, required, first_seen_at, credited_at)
    SELECT 'old-deposit-' || i, CASE WHEN i % 3 = 0 THEN 'ethereum' ELSE 'bitcoin' END, 'old-tx-' || i, 0, 'old-tx-' || i, CASE WHEN i % 3 = 0 THEN 'ETH' ELSE 'BTC' END, 'old-address-' || i, 100000,
      'order', 'old-' || i, 'credited', 1, 'old', now(), 1, now(), now() FROM generate_series(1, $1::int) AS i`,
  `INSERT INTO quotes (id, send_asset, receive_asset, send_units, receive_units, network_fee_units, rate_numerator, rate_denominator, expires_at, order_id)
    SELECT 'old-quote-' || i, 'BTC', 'ETH', 100, 100, 1, 1, 1, now() - i * interval '30 seconds', 'old-' || i FROM generate_series(1, $1::int, 2) AS i`,
  `INSERT INTO ledger_accounts (account, asset, normal, may_overdraw, balance)
    SELECT kind || ':old-book-' || i, 'BTC', -1, false, 0 FROM generate_series(1, $1::int) AS i, unnest(ARRAY['customer', 'payable']) AS kind`,
  `INSERT INTO ledger_transactions (kind, key, at) SELECT 'credit', 'old-' || i, now() FROM generate_series(1, $1::int) AS i`,
  `INSERT INTO ledger_entries (transaction_id, position, account, asset, units)
    SELECT t.id, e.position, CASE e.position % 2 WHEN 0 THEN 'customer:' ELSE 'payable:' END || replace(t.key, 'old-', 'old-book-'), 'BTC',
      CASE WHEN e.position IN (1, 2) THEN 1 ELSE -1 END
    FROM ledger_transactions t, generate_series(0, 3) AS e (position) WHERE t.key LIKE 'old-%'`,
  `INSERT INTO payout_legs (id, order_id, leg_no, kind, chain, asset, destination, units, fee_units_max, state, created_at)
    SELECT 'old-leg-' || i, 'old-' || i, 1, 'payout', 'ethereum', 'ETH', 'theirs', 100, 1, 'final', now() - interval '1 day' FROM generate_series(1, $1::int) AS i`,
  `INSERT INTO settlements (leg_id, kind, order_id, asset, destination, units, fee_units_max, credited_units, network_fee_units, created_at)
    SELECT 'old-leg-' || i, 'refund', 'old-' || i, 'ETH', 'theirs', 100, 1, 100, 1, now() FROM generate_series(1, $1::int) AS i`,
  `INSERT INTO settlement_caps (leg_id, fee_units_max) SELECT 'old-leg-' || i, 2 FROM generate_series(1, $1::int, 5) AS i`,
  `INSERT INTO payout_attempts (kind, chain, asset, sender, nonce, destination, units, fee_units_max, state, raw, tx_id, height, block_hash, fee_units, next_check_at, created_at)
    SELECT kind, chain, 'ETH', 'old-' || kind || (i % 1000), i, 'theirs-' || i, 100, 1, 'final', raw, name || i, 1, 'old', 1, now() - interval '1 day', now() - interval '1 day'
    FROM generate_series(1, $1::int) AS i, (VALUES ('legs', 'ethereum', repeat('0', 200), 'old-legs'), ('forgotten', 'bitcoin', '-', 'forgotten:')) AS what (kind, chain, raw, name)`,
  `INSERT INTO payout_attempts (kind, chain, asset, sender, nonce, destination, units, fee_units_max, state, raw, tx_id, height, block_hash, fee_units, next_check_at, created_at)
    SELECT 'sweep', 'ethereum', 'ETH', 'old-address-' || i, 0, 'hot', 100, 1, 'final', repeat('0', 200), 'old-sweep' || i, 1, 'old', 1, now() - interval '1 day', now() - interval '1 day'
    FROM generate_series(3, $1::int, 3) AS i`,
  `INSERT INTO attempt_legs (attempt_id, ordinal, leg_id, chain, owner, destination, units, live)
    SELECT id, 0, replace(tx_id, 'old-legs', 'old-leg-'), 'ethereum', replace(tx_id, 'old-legs', 'old-'), 'theirs', 100, true FROM payout_attempts WHERE tx_id LIKE 'old-legs%'`,
  `INSERT INTO attempt_looks (attempt_id, said, inputs, since, at) SELECT id, 'mined', '{}', now(), now() FROM payout_attempts WHERE tx_id LIKE 'old-legs%'`,
  `INSERT INTO wallet_outputs (chain, tx_id, ordinal, asset, address, branch, index, units, height, state, attempt_id)
    SELECT 'bitcoin', 'old-tx-' || i, 0, 'BTC', 'old-address-' || i, 'deposit', 1000000 + i, 100000, 1, 'spent', (SELECT max(id) FROM payout_attempts) - i
    FROM generate_series(1, $1::int) AS i WHERE i % 3 <> 0`,
  `INSERT INTO unswept (chain, address, index, asset, units) SELECT 'ethereum', 'old-address-' || i, 1000000 + i, 'ETH', 0 FROM generate_series(3, $1::int, 3) AS i`,
  `INSERT INTO outbox (key, kind, order_id, payload, created_at, next_attempt_at, done_at)
    SELECT 'old-' || i || ':' || c, 'send_leg', 'old-' || i, jsonb_build_object('kind', 'send_leg', 'legId', 'old-leg-' || i), now(), now(), now() FROM generate_series(1, $1::int) AS i, generate_series(1, 2) AS c`,
  `INSERT INTO mix_rounds (order_id, no, chain, asset, units, fee_units_max, state, attempt_id, created_at)
    SELECT 'old-' || i, 1, 'bitcoin', 'BTC', 100, 1, 'final', (SELECT max(id) FROM payout_attempts) - i, now() FROM generate_series(1, $1::int, 5) AS i`,
  `INSERT INTO idempotency_keys (role, scope_hash, body_hash, order_id, status, body, created_at)
    SELECT 'http', lpad(i::text, 64, '0'), lpad(i::text, 64, '0'), 'old-' || i, 201, '{}', now() FROM generate_series(1, $1::int) AS i`,
  `INSERT INTO api_keys (id, name, secret_hash, created_by, created_at) VALUES ('past', 'past', repeat('a', 64), 'past', now())`,
  `INSERT INTO api_key_orders (order_id, key_id) SELECT 'old-' || i, 'past' FROM generate_series(1, $1::int) AS i`,
  `INSERT INTO forgotten_facts (hash, kind) SELECT lpad(i::text, 64, '0'), (ARRAY['credit', 'transaction', 'settlement'])[1 + i % 3] FROM generate_series(1, $1::int) AS i`,
  `INSERT INTO forgotten_addresses (hash, chain, index) SELECT lpad(i::text, 64, '0'), CASE WHEN i % 3 = 0 THEN 'ethereum' ELSE 'bitcoin' END, 2000000 + i FROM generate_series(1, $1::int) AS i`,
  `INSERT INTO signer_log (hour, settlement, transaction, owner, spends, sealed, details, fact, audit_seq, audit_hash)
    SELECT date_trunc('hour', now() - i * interval '30 seconds'), lpad(i::text, 64, '0'), lpad(i::text, 64, '0'), lpad(i::text, 64, '0'), '{}', '', '', lpad(i::text, 64, '0'), 0, '' FROM generate_series(1, $1::int) AS i`,
  `INSERT INTO loans (version, status, asset, units, rate_scaled, value_scaled, fee_scaled, approval_required, created_by, paid_by, created_at, completed_at)
    SELECT 1, 'paid', 'BTC', 100, 1, 1, 1, false, 'past', 'past', now() - i * interval '5 minutes', now() FROM generate_series(1, $1::int, 5) AS i`,
  `INSERT INTO admin_audit (seq, at, admin, action, outcome, previous_hash, hash)
    SELECT 1000000 + i, now() - interval '1 day', 'past', 'login', 'done', repeat('0', 64), repeat('0', 64) FROM generate_series(1, $1::int) AS i`,
  `INSERT INTO price_history (asset, minute, price_scaled)
    SELECT asset, date_trunc('minute', now()) - i * interval '1 minute', 1 FROM generate_series(10, $1::int / 10) AS i, unnest(ARRAY['BTC', 'ETH', 'LTC']) AS asset
    ON CONFLICT DO NOTHING`,
  `INSERT INTO heartbeat_hours (role, hour, minutes, last_minute)
    SELECT 'http', date_trunc('hour', now()) - i * interval '1 hour', 60, now() FROM generate_series(10, $1::int / 10) AS i ON CONFLICT DO NOTHING`,
];

/**
 * Fills a database with the past of so many orders, and gathers the planner's statistics. As the superuser, without
 * triggers and foreign keys: otherwise this takes several times as long. A million orders take minutes, more than a transaction may.
 */
export async function insertPast(sql: Sql, orders: number): Promise<void> {
  const connection = await sql.reserve();
  try {
    await connection`SET session_replication_role = replica`;
    await connection`SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'`;
    for (const statement of PAST)
      await connection.unsafe(statement, statement.includes("$1") ? [orders] : []);
    await connection`RESET session_replication_role`;
    await connection`VACUUM ANALYZE`;
  } finally {
    connection.release();
  }
}
