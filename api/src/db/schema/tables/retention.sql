-- What stays of a forgotten order: keyed hashes, which say nothing by themselves. They keep a rescan from crediting its
-- money twice, tell its transactions from strangers', and what was signed for it from what was signed for nothing.
-- Room: retention.
CREATE TABLE forgotten_facts (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  kind text NOT NULL CHECK (kind IN ('credit', 'transaction', 'settlement'))
);

-- Addresses of forgotten orders, as keyed hashes.
-- Room: retention.
CREATE TABLE forgotten_addresses (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  chain text NOT NULL,
  -- Money that comes later can still be moved.
  index integer NOT NULL
);
-- Their balances are looked at in turn.
CREATE INDEX forgotten_addresses_index ON forgotten_addresses (chain, index);

-- Addresses of forgotten orders at which something is left, or has come since: coins, transactions, money that may be claimed.
-- Housekeeping looks at these, and takes out those that are empty.
-- Room: retention.
CREATE TABLE leftovers (
  chain text NOT NULL,
  address text NOT NULL,
  PRIMARY KEY (chain, address)
);

-- The key that signs deletion notes (Ed25519, PKCS #8): read by the process that answers visitors, and good for nothing
-- but notes.
-- Room: retention.
CREATE TABLE note_keys (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  private_key bytea NOT NULL
);

-- Set while more paid orders are due at once than three days usually bring: the retention clock then deletes unpaid ones
-- only, until an operator releases them.
-- Room: retention.
CREATE TABLE retention_brake (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  held_since timestamptz NOT NULL,
  released_at timestamptz
);

-- Tables of which something was deleted since they were rewritten last, so that it can still be read from their files. Names no
-- row of theirs; the time is to the hour.
-- Room: retention.
CREATE TABLE traces (
  of_table text NOT NULL,
  since timestamptz NOT NULL DEFAULT date_trunc('hour', now())
);

-- Runs of the scrub: what was deleted until then is gone from the tables and indexes, and, once it is `proved_at`, from the
-- planner's statistics and from the log that PostgreSQL writes ahead (WAL).
-- Room: retention.
CREATE TABLE scrubs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The oldest deletion that it scrubbed away, and the time before which everything deleted is.
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  -- When all tables were rewritten and sampled again; null until then.
  rewritten_at timestamptz,
  -- When the owner rewrote the planner's statistics after that.
  statistics_at timestamptz,
  -- Where the log was at the later of both.
  wal pg_lsn,
  -- Each look writes: PostgreSQL makes no checkpoint while nothing is written.
  looked_at timestamptz,
  -- When the files of the log up to there were found removed.
  proved_at timestamptz,
  CHECK ((rewritten_at IS NULL) = (wal IS NULL)),
  CHECK (statistics_at IS NULL OR rewritten_at IS NOT NULL),
  CHECK (proved_at IS NULL OR statistics_at IS NOT NULL)
);

-- Never has a row. To rewrite a table takes this one exclusively, and who reads several tables of one moment shares it: a
-- snapshot from before a rewrite sees the table empty.
-- Room: retention.
CREATE TABLE scrub_gate (
  nothing boolean NOT NULL CHECK (nothing)
);
