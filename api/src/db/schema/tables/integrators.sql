-- Keys of /api/v1; of the secret only its SHA-256 (256 random bits need no slower hash).
-- Room: integrators.
CREATE TABLE api_keys (
  id text PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  secret_hash text NOT NULL UNIQUE CHECK (secret_hash ~ '^[0-9a-f]{64}$'),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);

-- Which key made an order: at /api/v1 no other key reaches it or its children. Kept as long as the order.
-- Room: integrators.
CREATE TABLE api_key_orders (
  order_id text PRIMARY KEY,
  key_id text NOT NULL REFERENCES api_keys (id)
);

-- First answers under an Idempotency-Key, kept 24 hours, or until their order is deleted; the key only as a hash. Each
-- process sees and writes those that it gave itself: the public one cannot take an administrator's away, nor give one.
-- Room: idempotency.
CREATE TABLE idempotency_keys (
  role text NOT NULL DEFAULT substring(current_user FROM '[a-z]+$'),
  scope_hash text NOT NULL CHECK (scope_hash ~ '^[0-9a-f]{64}$'),
  body_hash text NOT NULL CHECK (body_hash ~ '^[0-9a-f]{64}$'),
  order_id text,
  status integer NOT NULL CHECK (status BETWEEN 200 AND 299),
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (role, scope_hash)
);
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON idempotency_keys USING (role = substring(current_user FROM '[a-z]+$'));
-- The worker forgets all of them.
CREATE POLICY old ON idempotency_keys FOR SELECT TO sotto_worker USING (true);
CREATE POLICY forget ON idempotency_keys FOR DELETE TO sotto_worker USING (true);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
CREATE INDEX idempotency_keys_order ON idempotency_keys (order_id) WHERE order_id IS NOT NULL;
