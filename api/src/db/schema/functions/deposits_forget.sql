-- Forgets the deposits of orders.
-- Room: deposits.
CREATE FUNCTION deposits_forget(family text[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM deposits WHERE order_id = ANY (family);
END $$;
