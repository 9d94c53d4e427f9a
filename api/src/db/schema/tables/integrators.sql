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

-- First answers under an Idempotency-Key, kept 24 hours, or until their order is deleted; the key only as a hash.
-- Room: idempotency.
CREATE TABLE idempotency_keys (
  scope_hash text PRIMARY KEY CHECK (scope_hash ~ '^[0-9a-f]{64}$'),
  body_hash text NOT NULL CHECK (body_hash ~ '^[0-9a-f]{64}$'),
  order_id text,
  status integer NOT NULL CHECK (status BETWEEN 200 AND 299),
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
CREATE INDEX idempotency_keys_order ON idempotency_keys (order_id) WHERE order_id IS NOT NULL;
