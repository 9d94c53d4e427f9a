-- Keeps the hashes of credited deposits, so that a rescan does not credit them again.
-- Room: retention.
CREATE FUNCTION forget_credits(ids text[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO forgotten_facts (hash, kind) SELECT forgotten_hash('deposit:' || id), 'credit' FROM unnest(ids) AS id
    ON CONFLICT DO NOTHING;
END $$;
