-- What each process may touch: the public one (sotto_http), the administrators' (sotto_admin), the worker and the signer.
-- None of them owns a table.
GRANT USAGE ON SCHEMA public TO sotto_http, sotto_admin, sotto_worker, sotto_signer;

-- Read by those who answer and by the worker.
GRANT SELECT ON public_wallets, address_pool, orders, order_events, addresses, quotes, current_prices, price_history, network_fees,
  chain_cursors, chain_blocks, chain_checks, deposits, ledger_accounts, ledger_transactions, ledger_entries, reserves, payout_legs,
  settlements, settlement_caps, payout_attempts, attempt_legs, dropped_attempts, wallet_nonces, wallet_outputs, unswept, outbox, idempotency_keys, loans, admin_switches, mixer_sessions,
  mix_rounds, quarantined, order_tallies, forgotten_addresses, api_key_orders TO sotto_http, sotto_admin, sotto_worker;
GRANT USAGE, SELECT ON SEQUENCE ledger_transactions_id_seq, payout_attempts_id_seq, outbox_id_seq TO sotto_http, sotto_admin, sotto_worker;

-- Each process says that it works; whose row it is says the database.
GRANT SELECT, DELETE, INSERT (process, clock_off_ms), UPDATE (beat_at, clock_off_ms) ON heartbeats
  TO sotto_http, sotto_admin, sotto_worker, sotto_signer;
GRANT SELECT, INSERT (hour, minutes, last_minute), UPDATE (minutes, last_minute) ON heartbeat_hours
  TO sotto_http, sotto_admin, sotto_worker, sotto_signer;
GRANT SELECT, INSERT, UPDATE, DELETE ON leases TO sotto_worker;
GRANT USAGE ON SCHEMA migrations TO sotto_http, sotto_admin, sotto_worker, sotto_signer;
GRANT SELECT ON migrations.applied TO sotto_http, sotto_admin, sotto_worker, sotto_signer;
GRANT SELECT (network) ON installation TO sotto_http, sotto_admin, sotto_worker, sotto_signer;

-- The worker.
GRANT SELECT, INSERT ON installation TO sotto_worker;
GRANT INSERT, UPDATE ON address_pool, orders, addresses, quotes, current_prices, price_history, network_fees,
  chain_cursors, chain_blocks, chain_checks, deposits, ledger_accounts, reserves, payout_legs, payout_attempts, wallet_nonces,
  wallet_outputs, unswept, outbox TO sotto_worker;
GRANT INSERT ON attempt_legs, settlements, settlement_caps, order_events, ledger_transactions, ledger_entries TO sotto_worker;
GRANT DELETE ON chain_blocks, price_history, quotes, outbox, idempotency_keys, mixer_sessions TO sotto_worker;
GRANT INSERT, UPDATE, DELETE ON order_tallies, mix_rounds, dropped_attempts TO sotto_worker;
GRANT SELECT, INSERT, DELETE ON mixes TO sotto_worker;
GRANT SELECT ON forgotten_facts TO sotto_worker;
GRANT SELECT, INSERT, UPDATE ON leftovers TO sotto_worker;
GRANT SELECT, INSERT ON credited_keys TO sotto_worker;
GRANT SELECT, INSERT, UPDATE ON watch_rings TO sotto_worker;
GRANT SELECT, UPDATE (state) ON missing_coins TO sotto_worker;
GRANT SELECT, INSERT, UPDATE ON unplanned_spends, attempt_looks TO sotto_worker;
GRANT DELETE ON unplanned_spends TO sotto_worker;
GRANT SELECT, UPDATE (state) ON payout_overrides TO sotto_worker;
GRANT INSERT ON note_keys TO sotto_worker;
GRANT SELECT ON retention_brake TO sotto_http, sotto_worker;
GRANT INSERT (singleton, held_since), DELETE ON retention_brake TO sotto_worker;
GRANT UPDATE (version, status, leg_id, reverts, tx_hash, completed_at) ON loans TO sotto_worker;
GRANT SELECT ON traces, scrubs TO sotto_http, sotto_worker;
GRANT INSERT (since, until), UPDATE (rewritten_at, wal, looked_at, proved_at), DELETE ON scrubs TO sotto_worker;
-- To share it: only scrub() takes it exclusively.
GRANT SELECT ON scrub_gate TO sotto_http, sotto_admin, sotto_worker, sotto_signer;

-- The signer: what it compares a payment with, and the public keys, which it publishes.
GRANT SELECT ON settlements, settlement_caps, payout_legs, payout_attempts, attempt_legs, payout_overrides, orders, deposits, ledger_entries, ledger_transactions, loans,
  admin_switches, unplanned_spends TO sotto_signer;
GRANT SELECT, INSERT ON public_wallets, signer_log, signer_verdicts TO sotto_signer;
GRANT SELECT ON current_prices, admin_audit_head TO sotto_signer;
-- So that it destroys the keys of what is deleted, and of days whose mixes are planned to their end.
GRANT SELECT ON forgotten_facts TO sotto_signer;
GRANT SELECT (key_day) ON mixes TO sotto_signer;
-- The addresses that deposits came to, each with the index from which it derives it again.
GRANT SELECT ON addresses, forgotten_addresses TO sotto_signer;
-- The codes that release payments above its caps, and what it checks them by.
GRANT SELECT ON payout_releases TO sotto_signer;
GRANT SELECT (id, username, role, disabled_at) ON admin_users TO sotto_signer;
GRANT SELECT (admin_id, secret, confirmed_at, last_step) ON admin_totp TO sotto_signer;

-- Those who answer: orders, as far as nothing is booked. What they may write of them is in orders_placed.sql, orders_wished.sql
-- and the guards of the other three tables. Administrators' process places no order but that of money which it pays back.
GRANT INSERT ON order_events, outbox TO sotto_http, sotto_admin;
GRANT INSERT ON orders TO sotto_http, sotto_admin;
GRANT INSERT ON addresses, quotes, mixer_sessions TO sotto_http;
GRANT UPDATE (version, state, body, refund_address, next_timer_at, updated_at) ON orders TO sotto_http, sotto_admin;
GRANT UPDATE (order_id) ON quotes TO sotto_http;
GRANT UPDATE (held, unpaid) ON reserves TO sotto_http, sotto_admin;
GRANT INSERT, UPDATE, DELETE ON idempotency_keys TO sotto_http, sotto_admin;
GRANT SELECT ON note_keys, api_keys TO sotto_http, sotto_admin;
GRANT INSERT ON api_key_orders TO sotto_http;

-- Administrators. Accounts are made and changed by the owner of the database; only their process sees them and sets passwords.
GRANT SELECT ON admin_users, admin_audit_head TO sotto_admin;
GRANT UPDATE (password_hash, must_change_password) ON admin_users TO sotto_admin;
GRANT SELECT, INSERT, UPDATE, DELETE ON admin_sessions, admin_totp TO sotto_admin;
GRANT SELECT, INSERT, DELETE ON admin_recovery_codes, admin_devices TO sotto_admin;
GRANT SELECT, INSERT, DELETE ON admin_authorizations TO sotto_admin;
GRANT SELECT, INSERT, UPDATE (used_at, used_by) ON admin_authorized TO sotto_admin;
GRANT SELECT, INSERT, UPDATE, DELETE ON admin_login_failures TO sotto_admin;
GRANT SELECT, INSERT ON admin_audit TO sotto_admin;
GRANT INSERT, UPDATE ON admin_switches TO sotto_admin;
GRANT UPDATE (status, reason) ON chain_cursors TO sotto_admin;
GRANT SELECT, INSERT ON missing_coins TO sotto_admin;
GRANT SELECT, UPDATE (state, reason) ON unplanned_spends TO sotto_admin;
GRANT SELECT ON attempt_looks, payout_overrides TO sotto_http, sotto_admin;
GRANT INSERT, UPDATE ON payout_overrides TO sotto_admin;
GRANT SELECT (id, leg_id, username, asked_at), INSERT ON payout_releases TO sotto_admin;
GRANT SELECT ON signer_verdicts TO sotto_admin;
GRANT INSERT, UPDATE (revoked_at) ON api_keys TO sotto_admin;
-- For the invariants; the seed of a mix stays unread.
GRANT SELECT (order_id, key_day, created_at) ON mixes TO sotto_admin;
GRANT INSERT ON loans TO sotto_admin;
GRANT UPDATE (version, status, approval_required, approved_by, paid_by, fee_units_max, asked_at, tx_hash, completed_at)
  ON loans TO sotto_admin;

-- Functions that run as their owner are for named logins only; the parts of forgetting are for no other.
REVOKE EXECUTE ON FUNCTION forgotten_hash(text), is_forgotten_address(text, text), forget_order(text), forget_credits(text[]),
  forget_transactions(bigint[]), forget_leftovers(jsonb, timestamptz), has_leftovers(text, text), admin_audit_end(), signer_log_gap() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION address_forget(text[]), deposits_forget(text[]), deposits_forget_dust(text[]), deposits_forget_gone(text, text, timestamptz), idempotency_forget(text[]), integrators_forget(text[]),
  ledger_compact(text[]), market_forget(text[]), mixing_forget(text[]), orders_forget(text[]), outbox_forget(text[]),
  payouts_forget_address(text, text), payouts_forget_attempts(bigint[]), payouts_forget_legs(text[], bigint[]) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION claim_order(text, jsonb), scrub(text), sample(), scrubbed_tables(), traces_noted() FROM PUBLIC;
-- These run as who calls them, and write what that login may write.
REVOKE EXECUTE ON FUNCTION advance_orders(jsonb), queue_commands(jsonb), write_money(jsonb), lock_reserves(text[]),
  change_reserves(jsonb), book_entries(jsonb), open_reserves(text[]), plan_legs(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION advance_orders(jsonb), queue_commands(jsonb), write_money(jsonb), lock_reserves(text[]), change_reserves(jsonb)
  TO sotto_http, sotto_admin, sotto_worker;
GRANT EXECUTE ON FUNCTION book_entries(jsonb), open_reserves(text[]), plan_legs(jsonb) TO sotto_worker;
GRANT EXECUTE ON FUNCTION claim_order(text, jsonb) TO sotto_http, sotto_admin;
GRANT EXECUTE ON FUNCTION is_forgotten_address(text, text) TO sotto_http, sotto_admin, sotto_worker, sotto_signer;
GRANT EXECUTE ON FUNCTION forget_order(text) TO sotto_http, sotto_admin, sotto_worker;
GRANT EXECUTE ON FUNCTION forgotten_hash(text) TO sotto_worker, sotto_signer;
GRANT EXECUTE ON FUNCTION forget_leftovers(jsonb, timestamptz), scrub(text), sample() TO sotto_worker;
GRANT EXECUTE ON FUNCTION admin_audit_end(), signer_log_gap() TO sotto_admin;
