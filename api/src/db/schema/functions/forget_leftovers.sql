-- Forgets what came to be, or came to its end, at addresses whose orders were forgotten before: sweeps and their gas,
-- spent outputs, emptied addresses, and what is too little to be claimed (`dust`, units by asset) and was credited before
-- `before`.
-- Room: retention.
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
