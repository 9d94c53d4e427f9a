-- What the public process (sotto_http) and the worker (sotto_worker) may touch. Neither owns a table.
GRANT USAGE ON SCHEMA public TO sotto_http, sotto_worker;

-- Read by both.
GRANT SELECT ON public_wallets, address_pool, orders, order_events, addresses, quotes, current_prices, price_history, network_fees,
  chain_cursors, chain_blocks, chain_checks, deposits, ledger_accounts, ledger_transactions, ledger_entries, reserves, payout_legs,
  payout_attempts, attempt_legs, dropped_attempts, wallet_nonces, wallet_outputs, unswept, outbox, idempotency_keys, loans, admin_switches, mixer_sessions,
  mix_rounds, quarantined, order_tallies, forgotten_addresses TO sotto_http, sotto_worker;
GRANT USAGE, SELECT ON SEQUENCE ledger_transactions_id_seq, payout_attempts_id_seq, outbox_id_seq TO sotto_http, sotto_worker;

-- Each process says that it works; whose row it is says the database.
GRANT SELECT, DELETE, INSERT (process, clock_off_ms), UPDATE (beat_at, clock_off_ms) ON heartbeats TO sotto_http, sotto_worker;
GRANT SELECT, INSERT (hour, minutes, last_minute), UPDATE (minutes, last_minute) ON heartbeat_hours TO sotto_http, sotto_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON leases TO sotto_worker;
GRANT USAGE ON SCHEMA migrations TO sotto_http, sotto_worker;
GRANT SELECT ON migrations.applied TO sotto_http, sotto_worker;

-- The worker.
GRANT SELECT, INSERT ON installation TO sotto_worker;
GRANT INSERT, UPDATE ON public_wallets, address_pool, orders, addresses, quotes, current_prices, price_history, network_fees,
  chain_cursors, chain_blocks, chain_checks, deposits, ledger_accounts, reserves, payout_legs, payout_attempts, wallet_nonces,
  wallet_outputs, unswept, outbox TO sotto_worker;
GRANT INSERT ON attempt_legs, order_events, ledger_transactions, ledger_entries TO sotto_worker;
GRANT DELETE ON chain_blocks, price_history, quotes, outbox, idempotency_keys, mixer_sessions TO sotto_worker;
GRANT INSERT, UPDATE, DELETE ON order_tallies, mix_rounds, dropped_attempts TO sotto_worker;
GRANT SELECT, INSERT, DELETE ON mixes TO sotto_worker;
GRANT SELECT ON forgotten_facts TO sotto_worker;
GRANT SELECT, INSERT, UPDATE ON watch_rings TO sotto_worker;
GRANT SELECT, UPDATE (state) ON missing_coins TO sotto_worker;
GRANT SELECT, INSERT, UPDATE ON unplanned_spends, attempt_looks TO sotto_worker;
GRANT DELETE ON unplanned_spends TO sotto_worker;
GRANT SELECT, UPDATE (state) ON payout_overrides TO sotto_worker;
GRANT INSERT ON note_keys TO sotto_worker;
GRANT UPDATE (version, status, leg_id, reverts, tx_hash, completed_at) ON loans TO sotto_worker;

-- The public process: orders, as far as nothing is booked.
GRANT INSERT ON orders, order_events, addresses, quotes, outbox, mixer_sessions TO sotto_http;
GRANT UPDATE (version, state, body, refund_address, next_timer_at, updated_at) ON orders TO sotto_http;
GRANT UPDATE (order_id) ON quotes TO sotto_http;
GRANT UPDATE (held, unpaid) ON reserves TO sotto_http;
GRANT INSERT, UPDATE, DELETE ON idempotency_keys TO sotto_http;
-- For the invariants; the seed of a mix stays unread.
GRANT SELECT (order_id, key_id, created_at) ON mixes TO sotto_http;
GRANT SELECT ON note_keys TO sotto_http;

-- The public process: administrators. Accounts are made and changed by the owner of the database; the worker sees none.
GRANT SELECT ON admin_users, admin_audit_head TO sotto_http;
GRANT SELECT, INSERT, UPDATE, DELETE ON admin_sessions, admin_totp TO sotto_http;
GRANT SELECT, INSERT, DELETE ON admin_recovery_codes TO sotto_http;
GRANT SELECT, INSERT ON admin_audit TO sotto_http;
GRANT INSERT, UPDATE ON admin_switches TO sotto_http;
GRANT UPDATE (status, reason) ON chain_cursors TO sotto_http;
GRANT SELECT, INSERT ON missing_coins TO sotto_http;
GRANT SELECT, UPDATE (state, reason) ON unplanned_spends TO sotto_http;
GRANT SELECT ON attempt_looks TO sotto_http;
GRANT SELECT, INSERT, UPDATE ON payout_overrides TO sotto_http;
GRANT SELECT, INSERT, UPDATE (revoked_at) ON api_keys TO sotto_http;
GRANT INSERT ON loans TO sotto_http;
GRANT UPDATE (version, status, approval_required, approved_by, paid_by, fee_units_max, asked_at, tx_hash, completed_at)
  ON loans TO sotto_http;

-- Functions that run as their owner are for named roles only; the parts of forgetting are for no other role.
REVOKE EXECUTE ON FUNCTION forgotten_hash(text), is_forgotten_address(text, text), forget_order(text), forget_credits(text[]),
  forget_transactions(bigint[]), forget_leftovers(jsonb, timestamptz), admin_audit_end() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION address_forget(text[]), deposits_forget(text[]), deposits_forget_dust(text[]), idempotency_forget(text[]),
  ledger_compact(text[]), market_forget(text[]), mixing_forget(text[]), orders_forget(text[]), outbox_forget(text[]),
  payouts_forget_address(text, text), payouts_forget_attempts(bigint[]), payouts_forget_legs(text[], bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_forgotten_address(text, text), forget_order(text) TO sotto_http, sotto_worker;
GRANT EXECUTE ON FUNCTION forgotten_hash(text), forget_leftovers(jsonb, timestamptz) TO sotto_worker;
GRANT EXECUTE ON FUNCTION admin_audit_end() TO sotto_http;
