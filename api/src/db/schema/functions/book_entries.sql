-- Books what is not booked yet, and returns how many bookings that was. A booking is an object with kind, key, at, supersedes
-- (the key of another one, or null) and entries: account, asset, units, normal and may_overdraw. Everyone who books takes the
-- reserves first, and then the accounts, which a trigger changes in one row order: no deadlocks.
-- Room: ledger.
CREATE FUNCTION book_entries(bookings jsonb) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  assets text[] := ARRAY(SELECT DISTINCT jsonb_path_query(bookings, '$[*].entries[*].asset') #>> '{}');
  booked integer;
BEGIN
  PERFORM open_reserves(assets);
  PERFORM lock_reserves(assets);
  INSERT INTO ledger_accounts (account, asset, normal, may_overdraw)
  SELECT DISTINCT account, asset, normal, may_overdraw
  FROM jsonb_array_elements(bookings) AS b (booking),
    jsonb_to_recordset(b.booking -> 'entries') AS e (account text, asset text, normal smallint, may_overdraw boolean)
  ORDER BY account, asset ON CONFLICT DO NOTHING;
  WITH added AS (
    INSERT INTO ledger_transactions (kind, key, at, supersedes)
    SELECT b.kind, b.key, b.at, (SELECT t.id FROM ledger_transactions t WHERE t.key = b.supersedes)
    FROM jsonb_to_recordset(bookings) AS b (kind text, key text, at timestamptz, supersedes text)
    ON CONFLICT (key) DO NOTHING RETURNING id, key
  ), entered AS (
    INSERT INTO ledger_entries (transaction_id, position, account, asset, units)
    SELECT added.id, e.position - 1, e.account, e.asset, e.units
    FROM jsonb_to_recordset(bookings) AS b (key text, entries jsonb) JOIN added USING (key),
      ROWS FROM (jsonb_to_recordset(b.entries) AS (account text, asset text, units numeric)) WITH ORDINALITY
        AS e (account, asset, units, position)
  )
  SELECT count(*) INTO booked FROM added;
  RETURN booked;
END $$;
