-- First answers under an Idempotency-Key, kept 24 h; hashes alone, purged with their order.
CREATE TABLE idempotency_keys (
  scope_hash text PRIMARY KEY CHECK (scope_hash ~ '^[0-9a-f]{64}$'),
  body_hash text NOT NULL CHECK (body_hash ~ '^[0-9a-f]{64}$'),
  order_id text,
  status integer NOT NULL CHECK (status BETWEEN 200 AND 299),
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
--> statement-breakpoint
CREATE INDEX idempotency_keys_order ON idempotency_keys (order_id) WHERE order_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE admin_users (
  id text PRIMARY KEY,
  username text NOT NULL UNIQUE CHECK (length(username) BETWEEN 1 AND 100),
  -- argon2id in PHC form, its salt and costs within
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  created_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE admin_sessions (
  token_hash text PRIMARY KEY CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  admin_id text NOT NULL REFERENCES admin_users (id),
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX admin_sessions_expires ON admin_sessions (expires_at);
