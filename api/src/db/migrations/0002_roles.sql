-- What the public process may touch, and what the worker may (design 2, "Roles inside the database").
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'sotto_http') THEN CREATE ROLE sotto_http NOLOGIN; END IF;
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'sotto_worker') THEN CREATE ROLE sotto_worker NOLOGIN; END IF;
  EXECUTE format('GRANT sotto_http, sotto_worker TO %I', current_user);
END $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO sotto_http, sotto_worker;
--> statement-breakpoint
GRANT SELECT ON ALL TABLES IN SCHEMA public TO sotto_worker;
--> statement-breakpoint
GRANT INSERT, UPDATE ON public_wallets, address_pool, orders, addresses, quotes, current_prices, price_history, network_fees,
  chain_cursors, chain_blocks, chain_checks, deposits, ledger_accounts, reserves, payout_legs, payout_attempts, wallet_nonces,
  wallet_outputs, unswept, outbox TO sotto_worker;
--> statement-breakpoint
GRANT INSERT ON order_events, ledger_transactions, ledger_entries, installation TO sotto_worker;
--> statement-breakpoint
GRANT DELETE ON chain_blocks, price_history, quotes, outbox, idempotency_keys TO sotto_worker;
--> statement-breakpoint
GRANT INSERT, UPDATE ON admin_users TO sotto_worker;
--> statement-breakpoint
GRANT SELECT ON ALL TABLES IN SCHEMA public TO sotto_http;
--> statement-breakpoint
REVOKE SELECT ON installation FROM sotto_http;
--> statement-breakpoint
GRANT INSERT ON orders, order_events, addresses, quotes, outbox, idempotency_keys, admin_sessions TO sotto_http;
--> statement-breakpoint
GRANT UPDATE (version, state, body, refund_address, next_timer_at, updated_at) ON orders TO sotto_http;
--> statement-breakpoint
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO sotto_http, sotto_worker;
--> statement-breakpoint
GRANT UPDATE (order_id) ON quotes TO sotto_http;
--> statement-breakpoint
GRANT UPDATE (held) ON reserves TO sotto_http;
--> statement-breakpoint
GRANT UPDATE (status, reason) ON chain_cursors TO sotto_http;
--> statement-breakpoint
GRANT UPDATE, DELETE ON idempotency_keys, admin_sessions TO sotto_http;
--> statement-breakpoint
GRANT INSERT, UPDATE ON admin_users TO sotto_http;
