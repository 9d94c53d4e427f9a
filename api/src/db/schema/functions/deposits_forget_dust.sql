-- Makes deposits that belong to no order anonymous. The books count them permanently, so the rows stay, without
-- anything that can be looked up.
-- Room: deposits.
CREATE FUNCTION deposits_forget_dust(ids text[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE deposits SET id = 'forgotten:' || forgotten_hash('deposit:' || id), tx_id = 'forgotten:' || forgotten_hash('deposit:' || id),
      tx_hash = NULL, address = '', home = NULL, home_index = NULL, sources = '{}', spends = '{}', height = NULL, block_hash = NULL, block_at = NULL, first_seen_at = 'epoch', credited_at = 'epoch'
    WHERE id = ANY (ids) AND kind = 'unallocated' AND state = 'credited';
END $$;
