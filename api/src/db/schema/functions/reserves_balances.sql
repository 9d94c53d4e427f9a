-- Keeps what the ledger says of each asset's reserve: what the hot wallet and deposit addresses hold, and what is owed.
-- Room: reserves.
CREATE FUNCTION reserves_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The sums that replace forgotten entries are in the reserve already.
  IF is_forgetting(TG_RELID) THEN RETURN NULL; END IF;
  FOR attempt IN 1..2 LOOP
    UPDATE reserves SET
      hot = hot + CASE NEW.account WHEN 'chain' THEN NEW.units ELSE 0 END,
      unswept = unswept + CASE NEW.account WHEN 'unswept' THEN NEW.units ELSE 0 END,
      owed = owed - CASE WHEN NEW.account IN ('chain', 'unswept') THEN 0 ELSE NEW.units END
    WHERE asset = NEW.asset;
    EXIT WHEN FOUND;
    -- CHECKs are tried on the row proposed for insertion, so a negative change must never be one.
    INSERT INTO reserves (asset) VALUES (NEW.asset) ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER reserves_balances AFTER INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.account IN ('chain', 'unswept', 'unallocated') OR NEW.account LIKE 'customer:%')
  EXECUTE FUNCTION reserves_balances();
