-- Keeps what the ledger says of each asset's reserve: what the hot wallet and deposit addresses hold, and what is owed. Changed
-- once by all entries of a statement together, in one row order.
-- Room: reserves.
CREATE FUNCTION reserves_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  -- The sums that replace forgotten entries are in the reserve already.
  IF is_forgetting(TG_RELID) THEN RETURN NULL; END IF;
  FOR change IN
    SELECT asset, coalesce(sum(units) FILTER (WHERE account = 'chain'), 0) AS hot,
      coalesce(sum(units) FILTER (WHERE account = 'unswept'), 0) AS unswept,
      coalesce(sum(units) FILTER (WHERE account = 'unallocated' OR account LIKE 'customer:%'), 0) AS owed
    FROM entered WHERE account IN ('chain', 'unswept', 'unallocated') OR account LIKE 'customer:%' GROUP BY asset ORDER BY asset
  LOOP
    FOR attempt IN 1..2 LOOP
      UPDATE reserves SET hot = hot + change.hot, unswept = unswept + change.unswept, owed = owed - change.owed
      WHERE asset = change.asset;
      EXIT WHEN FOUND;
      -- CHECKs are tried on the row proposed for insertion, so a negative change must never be one.
      PERFORM open_reserves(ARRAY[change.asset]);
    END LOOP;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER reserves_balances AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION reserves_balances();
