-- Keeps what the ledger says of each asset's reserve: what the hot wallet and deposit addresses hold, and what is owed.
-- Room: reserves.
CREATE FUNCTION reserves_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The sums that replace forgotten entries are in the reserve already.
  IF is_forgetting(TG_RELID) THEN RETURN NULL; END IF;
  -- CHECKs are tried on the row proposed for insertion, so a negative change must never be one.
  INSERT INTO reserves (asset) VALUES (NEW.asset) ON CONFLICT DO NOTHING;
  IF NEW.account = 'chain' THEN UPDATE reserves SET hot = hot + NEW.units WHERE asset = NEW.asset;
  ELSIF NEW.account = 'unswept' THEN UPDATE reserves SET unswept = unswept + NEW.units WHERE asset = NEW.asset;
  ELSE UPDATE reserves SET owed = owed - NEW.units WHERE asset = NEW.asset;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER reserves_balances AFTER INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.account IN ('chain', 'unswept', 'unallocated') OR NEW.account LIKE 'customer:%')
  EXECUTE FUNCTION reserves_balances();
