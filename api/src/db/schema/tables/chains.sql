-- What the public process needs of the wallet of each chain: no private key.
-- Room: chains.
CREATE TABLE public_wallets (
  chain text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('xpub', 'pool')),
  xpub text,
  -- Of the accounts for deposit addresses of other types than the chain's own, where customers may choose one; by type.
  typed_xpubs jsonb,
  hot_address text NOT NULL,
  CHECK ((kind = 'xpub') = (xpub IS NOT NULL)),
  CHECK (kind = 'xpub' OR typed_xpubs IS NULL)
);

-- How far the watcher of a chain has come, and whether the chain can be used.
-- Few rows, written again and again: a read prunes their page, and a vacuum a minute would log more than the service does.
-- Room: chains.
CREATE TABLE chain_cursors (
  chain text PRIMARY KEY,
  height bigint NOT NULL,
  hash text NOT NULL,
  tip_height bigint NOT NULL,
  finalized_height bigint,
  status text NOT NULL DEFAULT 'ok' CHECK (status IN ('ok', 'unavailable', 'halted')),
  reason text,
  answered_at timestamptz NOT NULL,
  -- From where a wallet program that is made again has to read: no coins of ours are below. NULL where none is needed.
  first_height bigint CHECK (first_height >= 0)
) WITH (autovacuum_vacuum_threshold = 20000, autovacuum_analyze_threshold = 20000);

-- The last blocks that the watcher followed, to find where a reorg forks off.
-- Room: chains.
CREATE TABLE chain_blocks (
  chain text NOT NULL REFERENCES chain_cursors (chain),
  height bigint NOT NULL,
  hash text NOT NULL,
  parent_hash text NOT NULL,
  PRIMARY KEY (chain, height)
);
