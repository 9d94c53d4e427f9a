-- Forgets an ended order with its children, whole or not at all, and returns the ids of the order and its children. The
-- outcome is 'forgotten'; 'unknown'; or 'unfinished' while one of them has not ended, money is on its way to or from
-- them, or something is owed.
-- Room: retention.
CREATE FUNCTION forget_order(wanted text, OUT outcome text, OUT family text[]) LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public SET sotto.forgetting = 'on' AS $$
DECLARE
  root text;
  legs text[];
  books text[];
  rounds bigint[];
  paying bigint[];
  attempts bigint[];
BEGIN
  SELECT coalesce(parent_id, id) INTO root FROM orders WHERE id = wanted;
  outcome := 'unknown';
  IF root IS NULL THEN RETURN; END IF;
  PERFORM 1 FROM orders WHERE id = root OR parent_id = root ORDER BY id FOR UPDATE;
  family := ARRAY(SELECT id FROM orders WHERE id = root OR parent_id = root);
  IF NOT wanted = ANY (family) THEN RETURN; END IF;
  legs := ARRAY(SELECT id FROM payout_legs WHERE order_id = ANY (family));
  rounds := ARRAY(SELECT DISTINCT attempt_id FROM mix_rounds WHERE order_id = ANY (family) AND attempt_id IS NOT NULL);
  books := ARRAY(SELECT 'customer:' || book FROM orders WHERE id = ANY (family)) || ARRAY(SELECT 'payable:' || leg FROM unnest(legs) AS leg);
  paying := ARRAY(SELECT id FROM payout_attempts WHERE leg_id = ANY (legs)) || rounds;
  attempts := paying
    || ARRAY(SELECT a.id FROM addresses d JOIN payout_attempts a ON a.chain = d.chain AND a.sender = d.address
      WHERE d.order_id = ANY (family) AND a.kind = 'sweep')
    || ARRAY(SELECT a.id FROM addresses d JOIN payout_attempts a ON a.chain = d.chain AND a.destination = d.address
      WHERE d.order_id = ANY (family) AND a.kind IN ('top_up', 'round'));
  outcome := 'unfinished';
  IF EXISTS (SELECT 1 FROM orders WHERE id = ANY (family) AND state NOT IN ('completed', 'refunded', 'expired', 'cancelled', 'failed'))
    OR EXISTS (SELECT 1 FROM deposits WHERE order_id = ANY (family) AND state IN ('seen', 'confirmed', 'lost'))
    OR EXISTS (SELECT 1 FROM outbox WHERE order_id = ANY (family) AND done_at IS NULL)
    OR EXISTS (SELECT 1 FROM ledger_accounts WHERE account = ANY (books) AND balance <> 0)
    OR EXISTS (SELECT 1 FROM mix_rounds WHERE order_id = ANY (family) AND state = 'signed')
    OR EXISTS (SELECT 1 FROM payout_attempts WHERE id = ANY (attempts) AND state IN ('signed', 'broadcasting', 'sent', 'mined'))
  THEN RETURN; END IF;

  INSERT INTO forgotten_facts (hash, kind)
    SELECT forgotten_hash('deposit:' || id), 'credit' FROM deposits WHERE order_id = ANY (family) AND state = 'credited'
    ON CONFLICT DO NOTHING;
  INSERT INTO forgotten_addresses (hash, chain, index)
    SELECT forgotten_hash('address:' || chain || ':' || address), chain, index FROM addresses WHERE order_id = ANY (family)
    ON CONFLICT DO NOTHING;

  DELETE FROM wallet_outputs WHERE attempt_id = ANY (paying) AND state = 'spent';
  DELETE FROM wallet_outputs o USING addresses d
    WHERE d.order_id = ANY (family) AND o.chain = d.chain AND o.address = d.address AND o.state = 'spent';
  DELETE FROM unswept u USING addresses d
    WHERE d.order_id = ANY (family) AND u.chain = d.chain AND u.address = d.address AND u.units = 0;
  DELETE FROM wallet_nonces n USING addresses d WHERE d.order_id = ANY (family) AND n.chain = d.chain AND n.sender = d.address;
  PERFORM forget_attempts(attempts);

  PERFORM ledger_compact(books);
  DELETE FROM outbox WHERE order_id = ANY (family);
  DELETE FROM mixes WHERE order_id = ANY (family);
  DELETE FROM mix_rounds WHERE order_id = ANY (family);
  DELETE FROM idempotency_keys WHERE order_id = ANY (family);
  DELETE FROM quotes WHERE order_id = ANY (family);
  DELETE FROM payout_legs WHERE order_id = ANY (family);
  DELETE FROM deposits WHERE order_id = ANY (family);
  DELETE FROM addresses WHERE order_id = ANY (family);
  DELETE FROM order_events WHERE order_id = ANY (family);
  DELETE FROM orders WHERE parent_id = root;
  DELETE FROM orders WHERE id = root;
  outcome := 'forgotten';
END $$;
