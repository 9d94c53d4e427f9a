-- Keeps the balance of each account.
-- Room: ledger.
CREATE FUNCTION ledger_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The sums that replace forgotten entries are in the balances already.
  IF is_forgetting(TG_RELID) THEN RETURN NULL; END IF;
  UPDATE ledger_accounts SET balance = balance + normal * NEW.units WHERE account = NEW.account AND asset = NEW.asset;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_balances AFTER INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_balances();
