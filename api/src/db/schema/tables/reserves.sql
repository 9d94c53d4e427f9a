-- Per asset: what the hot wallet holds, how much of it is ours, and how much of that is promised.
-- Room: reserves.
CREATE TABLE reserves (
  asset text PRIMARY KEY,
  -- Confirmed hot-wallet coins: the balance of chain:<asset>, kept by a trigger on ledger_entries as the next two are.
  hot units NOT NULL DEFAULT 0 CHECK (hot >= 0),
  -- Credited coins on deposit addresses: the balance of unswept:<asset>.
  unswept units NOT NULL DEFAULT 0 CHECK (unswept >= 0),
  -- Customers' coins, undecided, on hold or of no order: the balances of customer:<book> and unallocated:<asset>.
  owed units NOT NULL DEFAULT 0 CHECK (owed >= 0),
  -- What may be promised: hot coins, as far as what stays covers all that is owed.
  own units NOT NULL GENERATED ALWAYS AS (least(hot, hot + unswept - owed)) STORED,
  -- Set aside for orders not yet settled and for loans; for planned legs with their fees, and for transactions that take
  -- coins of the hot wallet to a deposit address.
  held units NOT NULL DEFAULT 0 CHECK (held >= 0),
  planned units NOT NULL DEFAULT 0 CHECK (planned >= 0),
  -- The part of `held` that is for orders whose payment is not in a block.
  unpaid units NOT NULL DEFAULT 0 CHECK (unpaid >= 0),
  CONSTRAINT reserves_unpaid CHECK (unpaid <= held),
  CONSTRAINT reserves_insufficient CHECK (held + planned <= hot)
);
