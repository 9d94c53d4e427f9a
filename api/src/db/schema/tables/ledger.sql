-- Accounts with their balances, kept by the trigger ledger_balances.
-- Room: ledger.
CREATE TABLE ledger_accounts (
  account text NOT NULL,
  asset text NOT NULL,
  -- +1: grows by debits (what we hold); -1: grows by credits (what we owe or earned).
  normal smallint NOT NULL CHECK (normal IN (-1, 1)),
  may_overdraw boolean NOT NULL,
  balance units NOT NULL DEFAULT 0,
  -- Almost all accounts are of orders that have ended, and empty. A column, because an index that named the balance would be
  -- written with every booking.
  is_open boolean NOT NULL GENERATED ALWAYS AS (balance <> 0) STORED,
  PRIMARY KEY (account, asset),
  CONSTRAINT ledger_accounts_overdrawn CHECK (may_overdraw OR balance >= 0)
);
CREATE INDEX ledger_accounts_open ON ledger_accounts (asset) WHERE is_open;

-- Bookings; append-only.
-- Room: ledger.
CREATE TABLE ledger_transactions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  -- A keyed hash of what was booked: the same fact can be booked only once, and the hash does not show which fact it was.
  key text NOT NULL UNIQUE,
  at timestamptz NOT NULL,
  -- The transaction that booked to no owner what this one books to an owner.
  supersedes bigint REFERENCES ledger_transactions (id)
);
-- Found when a transaction that it gave an owner is forgotten: each deletion would read the whole ledger otherwise.
CREATE INDEX ledger_transactions_supersedes ON ledger_transactions (supersedes) WHERE supersedes IS NOT NULL;

-- The entries of each booking, which sum to zero per asset; append-only.
-- Room: ledger.
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
CREATE INDEX ledger_entries_account ON ledger_entries (account, asset);

-- The last comparison of the ledger with each chain, and how far the one under way is.
-- Room: ledger.
CREATE TABLE chain_checks (
  asset text PRIMARY KEY,
  height bigint NOT NULL,
  chain_units units NOT NULL,
  ledger_units units NOT NULL,
  in_flight_units units NOT NULL,
  -- Comparisons in a row that found a difference; those in a row that found coins missing freeze the asset's payouts.
  mismatches integer NOT NULL DEFAULT 0,
  deficits integer NOT NULL DEFAULT 0,
  -- Coins of no known cause: the least that every comparison since a time found above the books (0 and NULL where the last
  -- found none), what of them is booked, and how often that changed.
  surplus_units units NOT NULL DEFAULT 0,
  surplus_since timestamptz,
  unexplained_units units NOT NULL DEFAULT 0 CHECK (unexplained_units >= 0),
  bookings integer NOT NULL DEFAULT 0,
  -- Addresses that are compared, of how many; equal once the comparison is finished.
  compared integer NOT NULL DEFAULT 0,
  addresses integer NOT NULL DEFAULT 0,
  -- Null while the first comparison is under way.
  at timestamptz
);

-- Missing coins that an approver wants booked out: the worker books them if its next comparison misses as many.
-- Room: ledger.
CREATE TABLE missing_coins (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asset text NOT NULL,
  units units NOT NULL CHECK (units > 0),
  state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'booked', 'refused')),
  asked_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX missing_coins_asked ON missing_coins (asset) WHERE state = 'asked';
