-- Forgets an ended order with its children, whole or not at all, and returns the ids of the order and its children. The
-- outcome is 'forgotten'; 'unknown'; or 'unfinished' while one of them has not ended, money is on its way to or from
-- them, or something is owed. Each room deletes its own rows (`<room>_forget…`).
-- Room: retention.
CREATE FUNCTION forget_order(wanted text, OUT outcome text, OUT family text[]) LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  root text;
  legs text[];
  books text[];
  rounds bigint[];
  paying bigint[];
  attempts bigint[];
  at_chains text[];
  at_addresses text[];
BEGIN
  SELECT coalesce(parent_id, id) INTO root FROM orders WHERE id = wanted;
  outcome := 'unknown';
  IF root IS NULL THEN RETURN; END IF;
  PERFORM 1 FROM orders WHERE id = root OR parent_id = root ORDER BY id FOR UPDATE;
  family := ARRAY(SELECT id FROM orders WHERE id = root OR parent_id = root);
  IF NOT wanted = ANY (family) THEN RETURN; END IF;
  legs := ARRAY(SELECT id FROM payout_legs WHERE order_id = ANY (family));
  rounds := ARRAY(SELECT DISTINCT attempt_id FROM mix_rounds WHERE order_id = ANY (family) AND attempt_id IS NOT NULL);
  books := ARRAY(SELECT kind || book FROM orders, unnest(ARRAY['customer:', 'payable:']) AS kind WHERE id = ANY (family)) || ARRAY(SELECT 'payable:' || leg FROM unnest(legs) AS leg);
  paying := ARRAY(SELECT attempt_id FROM attempt_legs WHERE leg_id = ANY (legs)) || rounds;
  attempts := paying
    || ARRAY(SELECT id FROM payout_attempts WHERE child_of = ANY (paying))
    || ARRAY(SELECT a.id FROM addresses d JOIN payout_attempts a ON a.chain = d.chain AND a.sender = d.address
      WHERE d.order_id = ANY (family) AND a.kind IN ('sweep', 'adopted'))
    || ARRAY(SELECT a.id FROM addresses d JOIN payout_attempts a ON a.chain = d.chain AND a.destination = d.address
      WHERE d.order_id = ANY (family) AND a.kind IN ('top_up', 'round'));
  outcome := 'unfinished';
  IF EXISTS (SELECT 1 FROM orders WHERE id = ANY (family) AND state NOT IN ('completed', 'refunded', 'expired', 'cancelled', 'failed'))
    OR EXISTS (SELECT 1 FROM deposits WHERE order_id = ANY (family) AND state IN ('seen', 'confirmed', 'lost'))
    OR EXISTS (SELECT 1 FROM outbox WHERE order_id = ANY (family) AND done_at IS NULL)
    OR EXISTS (SELECT 1 FROM ledger_accounts WHERE account = ANY (books) AND balance <> 0)
    OR EXISTS (SELECT 1 FROM mix_rounds WHERE order_id = ANY (family) AND state = 'signed')
    OR EXISTS (SELECT 1 FROM unplanned_spends u JOIN addresses d ON d.chain = u.chain AND d.address = u.sender
      WHERE d.order_id = ANY (family) AND u.state <> 'adopted')
    OR EXISTS (SELECT 1 FROM dropped_attempts WHERE attempt_id = ANY (attempts))
    OR EXISTS (SELECT 1 FROM payout_attempts WHERE id = ANY (attempts) AND state IN ('signed', 'broadcasting', 'sent', 'mined', 'superseded'))
  THEN RETURN; END IF;

  PERFORM set_config('sotto.forgetting', 'on', true);
  PERFORM forget_credits(ARRAY(SELECT id FROM deposits WHERE order_id = ANY (family) AND state = 'credited'));
  INSERT INTO forgotten_addresses (hash, chain, index)
    SELECT forgotten_hash('address:' || chain || ':' || address), chain, index FROM addresses WHERE order_id = ANY (family)
    ON CONFLICT DO NOTHING;
  at_chains := ARRAY(SELECT chain FROM addresses WHERE order_id = ANY (family) ORDER BY chain, address);
  at_addresses := ARRAY(SELECT address FROM addresses WHERE order_id = ANY (family) ORDER BY chain, address);
  PERFORM payouts_forget_address(chain, address) FROM addresses WHERE order_id = ANY (family);
  PERFORM forget_transactions(attempts);
  -- So that the signer's log can be compared: it knows settlements by these hashes.
  INSERT INTO forgotten_facts (hash, kind) SELECT forgotten_hash('settlement:' || leg_id), 'settlement' FROM settlements WHERE order_id = ANY (family)
    ON CONFLICT DO NOTHING;
  PERFORM payouts_forget_legs(family, attempts);

  PERFORM ledger_compact(books);
  PERFORM outbox_forget(family);
  PERFORM mixing_forget(family);
  PERFORM idempotency_forget(family);
  PERFORM integrators_forget(family);
  PERFORM market_forget(family);
  PERFORM deposits_forget(family);
  PERFORM address_forget(family);
  -- After that: what was written by then is seen here, and whatever comes later finds the address forgotten.
  INSERT INTO leftovers (chain, address)
    SELECT sister.chain, p.address FROM unnest(at_chains, at_addresses) AS p (chain, address), unnest(sister_chains(p.chain)) AS sister (chain)
    WHERE has_leftovers(sister.chain, p.address)
    ON CONFLICT DO NOTHING;
  PERFORM orders_forget(family);
  PERFORM set_config('sotto.forgetting', 'off', true);
  outcome := 'forgotten';
END $$;
