-- Money in smallest units. NaN is excluded by name: PostgreSQL treats NaN as equal to itself and greater than 0.
CREATE DOMAIN units AS numeric(78, 0) CHECK (VALUE <> 'NaN'::numeric);
--> statement-breakpoint
CREATE TABLE installation (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  network text NOT NULL,
  ledger_secret bytea NOT NULL CHECK (octet_length(ledger_secret) = 32)
);
--> statement-breakpoint
CREATE TABLE public_wallets (
  chain text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('xpub', 'pool')),
  xpub text,
  hot_address text NOT NULL,
  CHECK ((kind = 'xpub') = (xpub IS NOT NULL))
);
--> statement-breakpoint
-- The next deposit index of each chain: a sequence, so that no order waits for another one's address.
DO $$
DECLARE chain text;
BEGIN
  FOREACH chain IN ARRAY ARRAY['bitcoin', 'litecoin', 'bitcoincash', 'dash', 'zcash', 'monero', 'cardano', 'ethereum', 'bsc', 'polygon', 'tron', 'solana'] LOOP
    EXECUTE format('CREATE SEQUENCE %I AS integer MINVALUE 0 START 0', 'deposit_index_' || chain);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TABLE address_pool (
  chain text NOT NULL,
  index integer NOT NULL,
  address text NOT NULL,
  PRIMARY KEY (chain, index)
);
--> statement-breakpoint
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
  updated_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX orders_next_timer ON orders (next_timer_at) WHERE next_timer_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX orders_parent ON orders (parent_id) WHERE parent_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX orders_unfinished ON orders (state) WHERE state NOT IN ('completed', 'refunded', 'expired', 'cancelled', 'failed');
--> statement-breakpoint
-- The inbox and the history in one: an event under its unique key, and the version that it led to.
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
--> statement-breakpoint
CREATE TABLE addresses (
  chain text NOT NULL,
  address text NOT NULL,
  index integer NOT NULL,
  order_id text NOT NULL REFERENCES orders (id),
  -- Native coins of account chains are told from balances while this is in the future.
  watched_until timestamptz NOT NULL,
  PRIMARY KEY (chain, address),
  UNIQUE (chain, index)
);
--> statement-breakpoint
CREATE INDEX addresses_order ON addresses (order_id);
--> statement-breakpoint
CREATE INDEX addresses_watched ON addresses (chain, watched_until);
--> statement-breakpoint
CREATE TABLE quotes (
  id text PRIMARY KEY,
  send_asset text NOT NULL,
  receive_asset text NOT NULL,
  send_units units NOT NULL CHECK (send_units > 0),
  receive_units units NOT NULL CHECK (receive_units > 0),
  network_fee_units units NOT NULL CHECK (network_fee_units >= 0),
  rate_numerator units NOT NULL CHECK (rate_numerator > 0),
  rate_denominator units NOT NULL CHECK (rate_denominator > 0),
  expires_at timestamptz NOT NULL,
  order_id text UNIQUE REFERENCES orders (id)
);
--> statement-breakpoint
CREATE INDEX quotes_expires ON quotes (expires_at);
--> statement-breakpoint
CREATE TABLE current_prices (
  asset text PRIMARY KEY,
  -- USDT per whole coin, times 10^12.
  price_scaled units NOT NULL CHECK (price_scaled > 0),
  at timestamptz NOT NULL,
  paused_reason text
);
--> statement-breakpoint
CREATE TABLE price_history (
  asset text NOT NULL,
  minute timestamptz NOT NULL,
  price_scaled units NOT NULL CHECK (price_scaled > 0),
  PRIMARY KEY (asset, minute)
);
--> statement-breakpoint
CREATE TABLE network_fees (
  asset text PRIMARY KEY,
  -- Native units: what a payout of this asset is expected to cost, and what sweeping one deposit of it costs.
  payout_units units NOT NULL CHECK (payout_units >= 0),
  sweep_units units NOT NULL CHECK (sweep_units >= 0),
  at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE chain_cursors (
  chain text PRIMARY KEY,
  height bigint NOT NULL,
  hash text NOT NULL,
  tip_height bigint NOT NULL,
  finalized_height bigint,
  status text NOT NULL DEFAULT 'ok' CHECK (status IN ('ok', 'unavailable', 'halted')),
  reason text,
  answered_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE chain_blocks (
  chain text NOT NULL REFERENCES chain_cursors (chain),
  height bigint NOT NULL,
  hash text NOT NULL,
  parent_hash text NOT NULL,
  PRIMARY KEY (chain, height)
);
--> statement-breakpoint
CREATE TABLE chain_checks (
  asset text PRIMARY KEY,
  height bigint NOT NULL,
  chain_units units NOT NULL,
  ledger_units units NOT NULL,
  in_flight_units units NOT NULL,
  mismatches integer NOT NULL DEFAULT 0,
  at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE deposits (
  id text PRIMARY KEY,
  chain text NOT NULL,
  tx_id text NOT NULL,
  ordinal integer NOT NULL,
  -- What a person can look up; null where only a balance told of the coins.
  tx_hash text,
  asset text NOT NULL,
  address text NOT NULL,
  units units NOT NULL CHECK (units > 0),
  kind text NOT NULL CHECK (kind IN ('order', 'float', 'unallocated')),
  order_id text REFERENCES orders (id),
  state text NOT NULL CHECK (state IN ('seen', 'confirmed', 'credited', 'replaced', 'orphaned', 'lost')),
  replaced_by text,
  sources text[] NOT NULL DEFAULT '{}',
  height bigint,
  block_hash text,
  block_at timestamptz,
  required integer NOT NULL CHECK (required >= 1),
  first_seen_at timestamptz NOT NULL,
  credited_at timestamptz,
  -- How often this deposit was seen, orphaned and seen again: part of the event's external id.
  sighting integer NOT NULL DEFAULT 1,
  UNIQUE (chain, tx_id, ordinal),
  CHECK ((kind = 'order') = (order_id IS NOT NULL)),
  CHECK ((height IS NULL) = (block_hash IS NULL))
);
--> statement-breakpoint
CREATE INDEX deposits_order ON deposits (order_id);
--> statement-breakpoint
CREATE INDEX deposits_open ON deposits (chain, state) WHERE state IN ('seen', 'confirmed');
--> statement-breakpoint
CREATE INDEX deposits_height ON deposits (chain, height);
--> statement-breakpoint
CREATE INDEX deposits_address ON deposits (chain, address);
--> statement-breakpoint
CREATE TABLE ledger_accounts (
  account text NOT NULL,
  asset text NOT NULL,
  -- +1: grows by debits (what we hold); -1: grows by credits (what we owe or earned).
  normal smallint NOT NULL CHECK (normal IN (-1, 1)),
  may_overdraw boolean NOT NULL,
  balance units NOT NULL DEFAULT 0,
  PRIMARY KEY (account, asset),
  CONSTRAINT ledger_accounts_overdrawn CHECK (may_overdraw OR balance >= 0)
);
--> statement-breakpoint
CREATE TABLE ledger_transactions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  -- A keyed hash of what was booked: the same fact can be booked once only, and does not tell which fact it was.
  key text NOT NULL UNIQUE,
  at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE ledger_entries (
  transaction_id bigint NOT NULL REFERENCES ledger_transactions (id),
  position smallint NOT NULL,
  account text NOT NULL,
  asset text NOT NULL,
  -- Debit positive, credit negative.
  units units NOT NULL CHECK (units <> 0),
  PRIMARY KEY (transaction_id, position),
  FOREIGN KEY (account, asset) REFERENCES ledger_accounts (account, asset)
);
--> statement-breakpoint
CREATE INDEX ledger_entries_account ON ledger_entries (account, asset);
--> statement-breakpoint
CREATE TABLE reserves (
  asset text PRIMARY KEY,
  -- Confirmed hot-wallet coins: the balance of chain:<asset>, kept by the ledger's trigger.
  hot units NOT NULL DEFAULT 0 CHECK (hot >= 0),
  -- Set aside for orders not yet paid, and for planned legs with their fees.
  held units NOT NULL DEFAULT 0 CHECK (held >= 0),
  planned units NOT NULL DEFAULT 0 CHECK (planned >= 0),
  CONSTRAINT reserves_insufficient CHECK (held + planned <= hot)
);
--> statement-breakpoint
CREATE FUNCTION ledger_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ledger_accounts SET balance = balance + normal * NEW.units WHERE account = NEW.account AND asset = NEW.asset;
  IF NEW.account = 'chain' THEN
    -- CHECKs are tried on the row proposed for insertion, so a negative change must never be one.
    INSERT INTO reserves (asset) VALUES (NEW.asset) ON CONFLICT DO NOTHING;
    UPDATE reserves SET hot = hot + NEW.units WHERE asset = NEW.asset;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_balances AFTER INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_balances();
--> statement-breakpoint
CREATE FUNCTION ledger_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM ledger_entries WHERE transaction_id = NEW.transaction_id GROUP BY asset HAVING sum(units) <> 0) THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', NEW.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_balanced AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_balanced();
--> statement-breakpoint
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_events FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE FUNCTION orders_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.terms <> OLD.terms OR NEW.book <> OLD.book OR NEW.tracking_code <> OLD.tracking_code OR NEW.send_asset <> OLD.send_asset THEN
    RAISE EXCEPTION 'the terms of an order never change' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.refund_address IS NOT NULL AND NEW.refund_address IS DISTINCT FROM OLD.refund_address THEN
    RAISE EXCEPTION 'a refund address is set once' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.version <> OLD.version + 1 THEN
    RAISE EXCEPTION 'an order advances one version at a time' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_guard BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION orders_guard();
--> statement-breakpoint
CREATE TABLE payout_legs (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES orders (id),
  leg_no integer NOT NULL CHECK (leg_no >= 1),
  kind text NOT NULL CHECK (kind IN ('payout', 'refund')),
  chain text NOT NULL,
  asset text NOT NULL,
  destination text NOT NULL,
  units units NOT NULL CHECK (units > 0),
  -- Native units that all attempts of this leg may spend on the network at most.
  fee_units_max units NOT NULL CHECK (fee_units_max >= 0),
  state text NOT NULL CHECK (state IN ('planned', 'final', 'reversed')),
  created_at timestamptz NOT NULL,
  UNIQUE (order_id, leg_no)
);
--> statement-breakpoint
CREATE TABLE payout_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('leg', 'sweep', 'top_up')),
  leg_id text REFERENCES payout_legs (id),
  chain text NOT NULL,
  asset text NOT NULL,
  sender text,
  nonce bigint,
  destination text NOT NULL,
  units units NOT NULL CHECK (units > 0),
  fee_units_max units NOT NULL CHECK (fee_units_max >= 0),
  deposit_index integer,
  state text NOT NULL CHECK (state IN ('signed', 'broadcasting', 'sent', 'mined', 'final', 'reverted', 'dead')),
  raw text NOT NULL CHECK (raw <> ''),
  tx_id text NOT NULL CHECK (tx_id <> ''),
  height bigint,
  block_hash text,
  fee_units units,
  proof text,
  next_check_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  fence bigint NOT NULL DEFAULT 0,
  UNIQUE (chain, tx_id),
  CHECK ((kind = 'leg') = (leg_id IS NOT NULL)),
  CHECK (state <> 'dead' OR proof IS NOT NULL),
  CHECK ((sender IS NULL) = (nonce IS NULL))
);
--> statement-breakpoint
-- One live conflict set per leg: a second attempt exists only once the first is reverted or proved dead.
CREATE UNIQUE INDEX payout_attempts_live ON payout_attempts (leg_id) WHERE state NOT IN ('reverted', 'dead');
--> statement-breakpoint
CREATE UNIQUE INDEX payout_attempts_nonce ON payout_attempts (chain, sender, nonce) WHERE state <> 'dead';
--> statement-breakpoint
CREATE INDEX payout_attempts_open ON payout_attempts (chain, next_check_at) WHERE state IN ('signed', 'broadcasting', 'sent', 'mined');
--> statement-breakpoint
CREATE INDEX payout_attempts_height ON payout_attempts (chain, height);
--> statement-breakpoint
CREATE TABLE wallet_nonces (
  chain text NOT NULL,
  sender text NOT NULL,
  next_nonce bigint NOT NULL CHECK (next_nonce >= 0),
  PRIMARY KEY (chain, sender)
);
--> statement-breakpoint
CREATE TABLE wallet_outputs (
  chain text NOT NULL,
  tx_id text NOT NULL,
  ordinal integer NOT NULL,
  asset text NOT NULL,
  address text NOT NULL,
  branch text NOT NULL CHECK (branch IN ('hot', 'deposit')),
  index integer NOT NULL,
  units units NOT NULL CHECK (units > 0),
  -- pending: change of a transaction of ours that is not final yet; lost: gone with a reorg below the policy depth.
  state text NOT NULL CHECK (state IN ('pending', 'available', 'locked', 'spent', 'lost')),
  attempt_id bigint REFERENCES payout_attempts (id),
  PRIMARY KEY (chain, tx_id, ordinal),
  CHECK ((state IN ('locked', 'spent')) = (attempt_id IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX wallet_outputs_available ON wallet_outputs (chain, units) WHERE state = 'available';
--> statement-breakpoint
CREATE INDEX wallet_outputs_attempt ON wallet_outputs (attempt_id) WHERE attempt_id IS NOT NULL;
--> statement-breakpoint
-- Deposit addresses of account chains that hold credited coins: what the sweeper looks at.
CREATE TABLE unswept (
  chain text NOT NULL,
  address text NOT NULL,
  index integer NOT NULL,
  asset text NOT NULL,
  units units NOT NULL CHECK (units >= 0),
  PRIMARY KEY (chain, address, asset)
);
--> statement-breakpoint
CREATE INDEX unswept_nonzero ON unswept (chain) WHERE units > 0;
--> statement-breakpoint
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL UNIQUE,
  kind text NOT NULL,
  order_id text REFERENCES orders (id),
  payload jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  lease_until timestamptz,
  fence bigint NOT NULL DEFAULT 0,
  last_error text,
  done_at timestamptz
);
--> statement-breakpoint
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE done_at IS NULL;
--> statement-breakpoint
CREATE INDEX outbox_order ON outbox (order_id);
