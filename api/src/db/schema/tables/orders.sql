-- Orders. `terms` never change; `body` is the state of the order machine.
-- Room: orders.
CREATE TABLE orders (
  id text PRIMARY KEY,
  tracking_code text NOT NULL UNIQUE CHECK (tracking_code ~ '^[0-9]{9}$'),
  version integer NOT NULL CHECK (version >= 1),
  state text NOT NULL CHECK (state IN ('waiting', 'confirming', 'screening', 'exchanging', 'mixing', 'sending', 'completed',
    'action_required', 'hold', 'refunding', 'refunded', 'expired', 'cancelled', 'failed')),
  terms jsonb NOT NULL,
  body jsonb NOT NULL,
  book text NOT NULL UNIQUE,
  parent_id text REFERENCES orders (id),
  send_asset text NOT NULL,
  refund_address text,
  next_timer_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Why the order last waited for its customer or an administrator: shows afterwards whether a refund was our doing.
  asked_reason text
);
CREATE INDEX orders_next_timer ON orders (next_timer_at) WHERE next_timer_at IS NOT NULL;
CREATE INDEX orders_parent ON orders (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX orders_unfinished ON orders (state) WHERE state NOT IN ('completed', 'refunded', 'expired', 'cancelled', 'failed');
CREATE INDEX orders_ended ON orders (updated_at) WHERE state IN ('completed', 'refunded', 'expired', 'cancelled', 'failed');
-- Mixed orders only, by a time that never changes: the observer's report reads these, at no cost to plain orders.
CREATE INDEX orders_mixed ON orders (created_at) WHERE terms ->> 'mixer' IS NOT NULL;
-- The administrators' list of orders, newest first, by state and by the hash that a person has in hand (deposits_hash).
-- A payout's hash is looked up per chain in the key of payout_attempts.
CREATE INDEX orders_created ON orders (created_at, id);
CREATE INDEX orders_state_created ON orders (state, created_at, id);

-- The inbox and the history in one: an event under its unique key, and the version that it led to.
-- Room: orders.
CREATE TABLE order_events (
  order_id text NOT NULL REFERENCES orders (id),
  version integer NOT NULL,
  source text NOT NULL,
  external_id text NOT NULL,
  type text NOT NULL,
  body jsonb NOT NULL,
  state text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (order_id, version),
  UNIQUE (source, external_id)
);
