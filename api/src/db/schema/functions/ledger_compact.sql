-- Replaces the entries of closed books by one running sum per asset and account: sums of all forgotten orders
-- together, so that no amount or day of one order can be read from them. Balances stay as they are. The credit of a
-- deposit that was booked to no owner and then claimed is forgotten with the order that claimed it. The credit of one that was
-- set aside stays, as one to no owner: its deposit's row stays too, and can be claimed.
-- Room: ledger.
CREATE FUNCTION ledger_compact(books text[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  own bigint[] := ARRAY(SELECT DISTINCT transaction_id FROM ledger_entries WHERE account = ANY (books));
  kept bigint[] := ARRAY(SELECT supersedes FROM ledger_transactions WHERE id = ANY (own) AND supersedes IS NOT NULL AND kind = 'aside');
  old bigint[] := ARRAY(SELECT unnest(own || ARRAY(SELECT supersedes FROM ledger_transactions WHERE id = ANY (own) AND supersedes IS NOT NULL))
    EXCEPT SELECT unnest(kept));
  added record;
  sum_id bigint;
BEGIN
  WITH moved AS (
    UPDATE ledger_entries SET account = 'unallocated' WHERE transaction_id = ANY (kept) AND account = ANY (books) RETURNING transaction_id
  ) DELETE FROM ledger_entries e USING ledger_transactions t, moved
    WHERE e.transaction_id = t.id AND t.id = ANY (own) AND t.kind = 'aside' AND t.supersedes = moved.transaction_id;
  FOR added IN
    SELECT account, asset, sum(units) AS units FROM ledger_entries
    WHERE transaction_id = ANY (old) AND NOT account = ANY (books)
    GROUP BY account, asset HAVING sum(units) <> 0 ORDER BY asset, account
  LOOP
    INSERT INTO ledger_transactions (kind, key, at) VALUES ('compacted', 'compacted:' || added.asset, 'epoch') ON CONFLICT (key) DO NOTHING;
    SELECT id INTO sum_id FROM ledger_transactions WHERE key = 'compacted:' || added.asset FOR UPDATE;
    -- No entry is zero, not even on the way.
    DELETE FROM ledger_entries WHERE transaction_id = sum_id AND account = added.account AND asset = added.asset AND units = -added.units;
    IF NOT FOUND THEN
      UPDATE ledger_entries SET units = units + added.units
      WHERE transaction_id = sum_id AND account = added.account AND asset = added.asset;
      IF NOT FOUND THEN
        INSERT INTO ledger_entries (transaction_id, position, account, asset, units)
        SELECT sum_id, coalesce(max(position), -1) + 1, added.account, added.asset, added.units FROM ledger_entries WHERE transaction_id = sum_id;
      END IF;
    END IF;
  END LOOP;
  DELETE FROM ledger_entries WHERE transaction_id = ANY (old);
  DELETE FROM ledger_transactions WHERE id = ANY (old);
  DELETE FROM ledger_accounts WHERE account = ANY (books);
END $$;
