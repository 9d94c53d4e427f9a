-- Forgets what came to be, or came to its end, at addresses whose orders were forgotten before: sweeps and their gas,
-- spent outputs, emptied addresses, and what is too little to be claimed (`dust`, units by asset) and was credited before
-- `before`; what was seen before that and is gone; and transactions that joined coins before that.
-- Room: retention.
CREATE FUNCTION forget_leftovers(dust jsonb, before timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  deposit_address record;
  small text[];
  joining bigint[];
BEGIN
  PERFORM set_config('sotto.forgetting', 'on', true);
  FOR deposit_address IN
    SELECT p.chain, p.address FROM leftovers p
    WHERE NOT EXISTS (SELECT 1 FROM addresses d WHERE d.chain = ANY (sister_chains(p.chain)) AND d.address = p.address) AND is_forgotten_address(p.chain, p.address)
  LOOP
    -- What lies above the watcher's height, or is out of its block, is still to be compared with the chain.
    CONTINUE WHEN EXISTS (SELECT 1 FROM payout_attempts a WHERE a.chain = deposit_address.chain
      AND (a.sender = deposit_address.address OR a.destination = deposit_address.address)
      AND (a.state IN ('signed', 'broadcasting', 'sent', 'mined', 'superseded') OR EXISTS (SELECT 1 FROM dropped_attempts d WHERE d.attempt_id = a.id)
        OR a.height > (SELECT c.height FROM chain_cursors c WHERE c.chain = a.chain)));
    PERFORM payouts_forget_address(deposit_address.chain, deposit_address.address);
    PERFORM forget_transactions(
      ARRAY(SELECT id FROM payout_attempts
        WHERE chain = deposit_address.chain AND sender = deposit_address.address AND kind IN ('sweep', 'adopted'))
      || ARRAY(SELECT id FROM payout_attempts
        WHERE chain = deposit_address.chain AND destination = deposit_address.address AND kind IN ('top_up', 'round')));
    small := ARRAY(SELECT id FROM deposits WHERE chain = deposit_address.chain AND address = deposit_address.address
      AND kind = 'unallocated' AND state = 'credited' AND credited_at < before AND units < (dust ->> asset)::numeric);
    PERFORM forget_credits(small);
    PERFORM deposits_forget_dust(small);
    PERFORM deposits_forget_gone(deposit_address.chain, deposit_address.address, before);
    -- By a statement of its own: the one that deletes then sees what was written until the row was free.
    PERFORM FROM leftovers p WHERE p.chain = deposit_address.chain AND p.address = deposit_address.address FOR UPDATE;
    DELETE FROM leftovers p WHERE p.chain = deposit_address.chain AND p.address = deposit_address.address AND NOT has_leftovers(p.chain, p.address);
  END LOOP;
  joining := ARRAY(SELECT a.id FROM payout_attempts a WHERE a.kind = 'consolidation' AND a.created_at < before
    AND a.state IN ('final', 'dead') AND NOT EXISTS (SELECT 1 FROM dropped_attempts d WHERE d.attempt_id = a.id)
    AND NOT EXISTS (SELECT 1 FROM chain_cursors c WHERE c.chain = a.chain AND c.height < a.height));
  IF joining <> '{}' THEN
    PERFORM forget_transactions(joining);
    PERFORM payouts_forget_legs('{}', joining);
  END IF;
  PERFORM set_config('sotto.forgetting', 'off', true);
END $$;
