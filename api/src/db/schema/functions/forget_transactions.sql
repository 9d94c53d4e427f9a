-- Forgets transactions, and keeps their hashes so that a rescan knows them as ours.
-- Room: retention.
CREATE FUNCTION forget_transactions(attempts bigint[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO forgotten_facts (hash, kind)
    SELECT forgotten_hash('transaction:' || chain || ':' || tx_id), 'transaction' FROM payout_attempts WHERE id = ANY (attempts)
    ON CONFLICT DO NOTHING;
  PERFORM payouts_forget_attempts(attempts);
END $$;
