-- The tables that hold something of customers' that is deleted: those that are rewritten afterwards.
-- Room: retention.
CREATE FUNCTION scrubbed_tables() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['orders', 'order_events', 'addresses', 'quotes', 'deposits', 'ledger_accounts', 'ledger_transactions', 'ledger_entries',
    'payout_legs', 'settlements', 'settlement_caps', 'payout_attempts', 'attempt_legs', 'attempt_looks', 'dropped_attempts', 'payout_overrides',
    'payout_releases', 'wallet_nonces', 'wallet_outputs', 'unswept', 'unplanned_spends', 'outbox', 'mixes', 'mix_rounds', 'idempotency_keys',
    'api_key_orders', 'leftovers', 'admin_authorized']
$$;

-- Notes that a table has lost something that is still in its files. It waits for no other: only those that are the first at the
-- same moment write a row each.
-- Room: retention.
CREATE FUNCTION traces_noted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_LEVEL = 'STATEMENT' THEN
    PERFORM FROM gone LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO traces (of_table) SELECT TG_TABLE_NAME WHERE NOT EXISTS (SELECT 1 FROM traces WHERE of_table = TG_TABLE_NAME);
  RETURN NULL;
END $$;

-- Each of them gets the column whose change rewrites it; the planner's statistics keep no document, list or signed
-- transaction.
DO $$
DECLARE
  name text;
  kept text;
BEGIN
  FOREACH name IN ARRAY scrubbed_tables() LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN rewritten smallint', name);
    EXECUTE format('CREATE TRIGGER traces_noted AFTER DELETE ON %I REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION traces_noted()', name);
    FOR kept IN
      SELECT attname FROM pg_attribute WHERE attrelid = name::regclass AND attnum > 0 AND NOT attisdropped
        -- Not of texts that are joined by: without their statistics the planner reads whole tables.
        AND (atttypid IN ('text[]'::regtype, 'jsonb'::regtype, 'bytea'::regtype) OR attname IN ('raw', 'proof', 'last_error'))
    LOOP
      EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET STATISTICS 0', name, kept);
    END LOOP;
  END LOOP;
END $$;
-- Of these, forgetting keeps rows and replaces what is in them.
CREATE TRIGGER traces_noted_kept AFTER UPDATE ON payout_attempts FOR EACH ROW
  WHEN (OLD.kind <> 'forgotten' AND NEW.kind = 'forgotten') EXECUTE FUNCTION traces_noted();
CREATE TRIGGER traces_noted_kept AFTER UPDATE ON deposits FOR EACH ROW
  WHEN (OLD.address <> '' AND NEW.address = '') EXECUTE FUNCTION traces_noted();
