-- Forgets the addresses of orders.
-- Room: address.
CREATE FUNCTION address_forget(family text[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM addresses WHERE order_id = ANY (family);
END $$;
