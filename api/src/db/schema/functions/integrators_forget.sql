-- Forgets which keys made the orders.
-- Room: integrators.
CREATE FUNCTION integrators_forget(family text[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM api_key_orders WHERE order_id = ANY (family);
END $$;
