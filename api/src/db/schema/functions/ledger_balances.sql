-- Keeps the balance of each account: changed once by all entries of a statement together, in one row order.
-- Room: ledger.
CREATE FUNCTION ledger_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  -- The sums that replace forgotten entries are in the balances already.
  IF is_forgetting(TG_RELID) THEN RETURN NULL; END IF;
  FOR change IN
    SELECT account, asset, sum(units) AS units FROM entered GROUP BY account, asset HAVING sum(units) <> 0 ORDER BY account, asset
  LOOP
    UPDATE ledger_accounts SET balance = balance + normal * change.units WHERE account = change.account AND asset = change.asset;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_balances AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION ledger_balances();
