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
  asked_reason text,
  -- How and when it ended; NULL while it is open. Indexes name these instead of the state and the time of the last change: as
  -- long as no column of an index changes, PostgreSQL writes none of them (a HOT update).
  ended_as text GENERATED ALWAYS AS (CASE WHEN state IN ('completed', 'refunded', 'expired', 'cancelled', 'failed') THEN state END) STORED,
  ended_at timestamptz GENERATED ALWAYS AS (CASE WHEN state IN ('completed', 'refunded', 'expired', 'cancelled', 'failed') THEN updated_at END) STORED,
  -- A column, so that the planner knows how few these are.
  is_mixed boolean NOT NULL GENERATED ALWAYS AS (terms ->> 'mixer' IS NOT NULL) STORED
) WITH (fillfactor = 80);
CREATE INDEX orders_next_timer ON orders (next_timer_at) WHERE next_timer_at IS NOT NULL;
CREATE INDEX orders_parent ON orders (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX orders_open ON orders (created_at, tracking_code) WHERE ended_as IS NULL;
CREATE INDEX orders_ended ON orders (ended_at, id) WHERE ended_at IS NOT NULL;
-- Mixed orders are deleted long before others.
CREATE INDEX orders_ended_mixes ON orders (ended_at, id) WHERE is_mixed AND ended_at IS NOT NULL;
-- Mixed orders only, by a time that never changes: the observer's report reads these, at no cost to plain orders.
CREATE INDEX orders_mixed ON orders (created_at) WHERE is_mixed;
-- The administrators' list of orders, newest first: merged from those that are open and those that ended in each way, of one
-- asset if asked for. By hash: deposits_hash; a payout's is looked up per chain in the key of payout_attempts.
CREATE INDEX orders_ended_as ON orders (ended_as, created_at, tracking_code) WHERE ended_as IS NOT NULL;
CREATE INDEX orders_sent ON orders (send_asset, ended_as, created_at, tracking_code) WHERE ended_as IS NOT NULL;
CREATE INDEX orders_received ON orders ((terms ->> 'receiveAsset'), ended_as, created_at, tracking_code) WHERE ended_as IS NOT NULL;

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
