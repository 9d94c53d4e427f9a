-- What arrived at our addresses, from the first sight to the credit.
-- Room: deposits.
CREATE TABLE deposits (
  id text PRIMARY KEY,
  chain text NOT NULL,
  tx_id text NOT NULL,
  ordinal integer NOT NULL,
  -- What a person can look up; null where the coins were found from a balance only.
  tx_hash text,
  asset text NOT NULL,
  address text NOT NULL,
  units units NOT NULL CHECK (units > 0),
  kind text NOT NULL CHECK (kind IN ('order', 'float', 'unallocated')),
  order_id text REFERENCES orders (id),
  state text NOT NULL CHECK (state IN ('seen', 'confirmed', 'credited', 'replaced', 'orphaned', 'lost')),
  replaced_by text,
  sources text[] NOT NULL DEFAULT '{}',
  -- Coins of it came otherwise than by the chain's plain transactions, which would show from where.
  has_unknown_source boolean NOT NULL DEFAULT false,
  -- Until it is credited: what its transaction spent when it was seen unconfirmed, as transaction:output, and not more than 100
  -- of them. A node may have forgotten the transaction when another one has taken its place.
  spends text[] NOT NULL DEFAULT '{}',
  height bigint,
  block_hash text,
  block_at timestamptz,
  required integer NOT NULL CHECK (required >= 1),
  first_seen_at timestamptz NOT NULL,
  credited_at timestamptz,
  -- How often this deposit was seen, orphaned and seen again: part of the event's external id.
  sighting integer NOT NULL DEFAULT 1,
  -- Lost, and its loss is not in the ledger, because the coins were promised already.
  loss_unbooked boolean NOT NULL DEFAULT false CHECK (state = 'lost' OR NOT loss_unbooked),
  -- Lost: the account that its loss was booked from. Once it was swept, that is the hot wallet.
  lost_from text CHECK (lost_from IN ('chain', 'unswept')),
  -- The sister chain that gave the address out, and its index there: the coins lie where that chain's key can move them. Null
  -- where the address is one of this chain.
  home text,
  home_index integer,
  UNIQUE (chain, tx_id, ordinal, asset, address, units),
  CHECK ((kind = 'order') = (order_id IS NOT NULL)),
  CHECK ((height IS NULL) = (block_hash IS NULL)),
  CHECK ((home IS NULL) = (home_index IS NULL))
);
CREATE INDEX deposits_recoveries ON deposits (first_seen_at) WHERE home IS NOT NULL;
CREATE INDEX deposits_order ON deposits (order_id);
CREATE INDEX deposits_open ON deposits (chain, state) WHERE state IN ('seen', 'confirmed', 'lost');
CREATE INDEX deposits_height ON deposits (chain, height);
CREATE INDEX deposits_address ON deposits (chain, address);
CREATE INDEX deposits_hash ON deposits (tx_hash) WHERE tx_hash IS NOT NULL;

-- One-time keys of which a payment was credited, where only one payment to each can be spent, each with the deposit that it was:
-- both as keyed hashes, which say nothing by themselves. They stay when the order is deleted, so that a second payment is
-- recognised then too.
-- Room: deposits.
CREATE TABLE credited_keys (
  key text PRIMARY KEY CHECK (key ~ '^[0-9a-f]{64}$'),
  deposit text NOT NULL CHECK (deposit ~ '^[0-9a-f]{64}$')
);

-- How far each ring of addresses is looked at for native coins of account chains, where balances report them.
-- Room: deposits.
CREATE TABLE watch_rings (
  chain text NOT NULL,
  ring text NOT NULL CHECK (ring IN ('recent', 'old', 'forgotten')),
  -- The next turn begins above this index of the addresses' keys.
  after_index integer NOT NULL,
  PRIMARY KEY (chain, ring)
);
