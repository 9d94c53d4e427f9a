-- Found when a transaction that it gave an owner is forgotten: each deletion would read the whole ledger otherwise.
CREATE INDEX ledger_transactions_supersedes ON ledger_transactions (supersedes) WHERE supersedes IS NOT NULL;
--> statement-breakpoint
-- What forget_leftovers looks at: the rows of what is forgotten stay for ever, and are not among them.
CREATE INDEX payout_attempts_own ON payout_attempts (chain) WHERE kind IN ('sweep', 'top_up');
--> statement-breakpoint
-- Whether an address was one of an order that is forgotten: nobody may be paid there, its coins would be nobody's.
CREATE FUNCTION is_forgotten_address(of_chain text, of_address text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT EXISTS (SELECT 1 FROM forgotten_addresses WHERE hash = forgotten_hash('address:' || of_chain || ':' || of_address))
$$;
--> statement-breakpoint
-- Sums and nonces of the hot wallet's account need their rows; what names an order, its addresses or its transaction goes.
CREATE FUNCTION forget_attempts(attempts bigint[]) RETURNS void LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  INSERT INTO forgotten_facts (hash, kind)
    SELECT forgotten_hash('transaction:' || chain || ':' || tx_id), 'transaction' FROM payout_attempts WHERE id = ANY (attempts)
    ON CONFLICT DO NOTHING;
  UPDATE payout_attempts SET
    kind = 'forgotten', leg_id = NULL, deposit_index = NULL, raw = '-', proof = NULL, created_at = 'epoch', next_check_at = 'epoch',
    tx_id = 'forgotten:' || forgotten_hash('transaction:' || chain || ':' || tx_id),
    sender = CASE WHEN is_forgotten_address(chain, sender) THEN 'forgotten:' || forgotten_hash('address:' || chain || ':' || sender) ELSE sender END,
    destination = CASE WHEN kind = 'sweep' THEN destination ELSE '' END,
    units = CASE WHEN sender IS NULL THEN 1 ELSE units END
  WHERE id = ANY (attempts);
END $$;
--> statement-breakpoint
DROP FUNCTION forget_order(text);
--> statement-breakpoint
-- As in migration 0006; it tells whom it forgot, and finds the transactions by their indexes, once.
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
--> statement-breakpoint
-- What came to be, or came to its end, at addresses whose orders were forgotten before: sweeps and their gas, spent
-- outputs, emptied places, and what is too little to be claimed (`dust`, units by asset) and was credited before `before`.
CREATE FUNCTION forget_leftovers(dust jsonb, before timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public SET sotto.forgetting = 'on' AS $$
DECLARE
  place record;
BEGIN
  FOR place IN
    SELECT p.chain, p.address FROM (
      SELECT chain, CASE kind WHEN 'sweep' THEN sender ELSE destination END AS address FROM payout_attempts WHERE kind IN ('sweep', 'top_up')
      UNION SELECT chain, address FROM unswept WHERE units = 0
      UNION SELECT chain, address FROM wallet_outputs WHERE state = 'spent' AND branch = 'deposit'
      UNION SELECT chain, address FROM deposits WHERE kind = 'unallocated' AND state = 'credited' AND credited_at < before
        AND units < (dust ->> asset)::numeric) AS p
    WHERE NOT EXISTS (SELECT 1 FROM addresses d WHERE d.chain = p.chain AND d.address = p.address) AND is_forgotten_address(p.chain, p.address)
  LOOP
    -- What lies above the watcher's height is still to be compared with the chain.
    CONTINUE WHEN EXISTS (SELECT 1 FROM payout_attempts a WHERE a.chain = place.chain AND (a.sender = place.address OR a.destination = place.address)
      AND (a.state IN ('signed', 'broadcasting', 'sent', 'mined') OR a.height > (SELECT c.height FROM chain_cursors c WHERE c.chain = a.chain)));
    DELETE FROM wallet_outputs WHERE chain = place.chain AND address = place.address AND state = 'spent';
    DELETE FROM unswept WHERE chain = place.chain AND address = place.address AND units = 0;
    DELETE FROM wallet_nonces WHERE chain = place.chain AND sender = place.address;
    PERFORM forget_attempts(ARRAY(SELECT id FROM payout_attempts WHERE chain = place.chain AND sender = place.address AND kind = 'sweep')
      || ARRAY(SELECT id FROM payout_attempts WHERE chain = place.chain AND destination = place.address AND kind IN ('top_up', 'round')));
    INSERT INTO forgotten_facts (hash, kind)
      SELECT forgotten_hash('deposit:' || id), 'credit' FROM deposits WHERE chain = place.chain AND address = place.address
        AND kind = 'unallocated' AND state = 'credited' AND credited_at < before AND units < (dust ->> asset)::numeric
      ON CONFLICT DO NOTHING;
    -- The books count it, for ever: the row stays, of nothing that can be looked up.
    UPDATE deposits SET id = 'forgotten:' || forgotten_hash('deposit:' || id), tx_id = 'forgotten:' || forgotten_hash('deposit:' || id),
        tx_hash = NULL, address = '', sources = '{}', height = NULL, block_hash = NULL, block_at = NULL, first_seen_at = 'epoch', credited_at = 'epoch'
      WHERE chain = place.chain AND address = place.address
        AND kind = 'unallocated' AND state = 'credited' AND credited_at < before AND units < (dust ->> asset)::numeric;
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION is_forgotten_address(text, text), forget_attempts(bigint[]), forget_order(text), forget_leftovers(jsonb, timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION is_forgotten_address(text, text), forget_order(text) TO sotto_http, sotto_worker;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION forget_leftovers(jsonb, timestamptz) TO sotto_worker;
