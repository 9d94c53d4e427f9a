-- Forgets the quotes that orders took.
-- Room: market.
CREATE FUNCTION market_forget(family text[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM quotes WHERE order_id = ANY (family);
END $$;
