-- Forgets the seeds and rounds of mixes.
-- Room: mixing.
CREATE FUNCTION mixing_forget(family text[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM mixes WHERE order_id = ANY (family);
  DELETE FROM mix_rounds WHERE order_id = ANY (family);
END $$;
