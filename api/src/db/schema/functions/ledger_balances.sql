-- Keeps the balance of each account, and the hot reserve of each asset.
-- Room: ledger.
CREATE FUNCTION ledger_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The sums that replace forgotten entries are in the balances already.
  IF is_forgetting(TG_RELID) THEN RETURN NULL; END IF;
  UPDATE ledger_accounts SET balance = balance + normal * NEW.units WHERE account = NEW.account AND asset = NEW.asset;
  IF NEW.account = 'chain' THEN
    -- CHECKs are tried on the row proposed for insertion, so a negative change must never be one.
    INSERT INTO reserves (asset) VALUES (NEW.asset) ON CONFLICT DO NOTHING;
    UPDATE reserves SET hot = hot + NEW.units WHERE asset = NEW.asset;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_balances AFTER INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_balances();
