-- Per asset: what the hot wallet holds, and how much of it is promised.
-- Room: reserves.
CREATE TABLE reserves (
  asset text PRIMARY KEY,
  -- Confirmed hot-wallet coins: the balance of chain:<asset>, kept by a trigger on ledger_entries.
  hot units NOT NULL DEFAULT 0 CHECK (hot >= 0),
  -- Set aside for orders not yet paid, and for planned legs with their fees.
  held units NOT NULL DEFAULT 0 CHECK (held >= 0),
  planned units NOT NULL DEFAULT 0 CHECK (planned >= 0),
  CONSTRAINT reserves_insufficient CHECK (held + planned <= hot)
);
