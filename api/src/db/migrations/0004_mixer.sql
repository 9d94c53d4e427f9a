-- Anonymous sessions of the mixer: a hash alone, for two hours.
CREATE TABLE mixer_sessions (
  id_hash text PRIMARY KEY CHECK (id_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX mixer_sessions_expires ON mixer_sessions (expires_at);
--> statement-breakpoint
-- Mixed orders alone, by a time that never changes: what the observer's report walks, at no cost to plain orders.
CREATE INDEX orders_mixed ON orders (created_at) WHERE terms ->> 'mixer' IS NOT NULL;
--> statement-breakpoint
GRANT SELECT, INSERT ON mixer_sessions TO sotto_http;
--> statement-breakpoint
GRANT SELECT, DELETE ON mixer_sessions TO sotto_worker;
