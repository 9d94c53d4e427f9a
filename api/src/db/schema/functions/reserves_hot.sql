-- Keeps the hot reserve of each asset: the balance of its account `chain`.
-- Room: reserves.
CREATE FUNCTION reserves_hot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The sums that replace forgotten entries are in the reserve already.
  IF is_forgetting(TG_RELID) THEN RETURN NULL; END IF;
  -- CHECKs are tried on the row proposed for insertion, so a negative change must never be one.
  INSERT INTO reserves (asset) VALUES (NEW.asset) ON CONFLICT DO NOTHING;
  UPDATE reserves SET hot = hot + NEW.units WHERE asset = NEW.asset;
  RETURN NULL;
END $$;

CREATE TRIGGER reserves_hot AFTER INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.account = 'chain') EXECUTE FUNCTION reserves_hot();
