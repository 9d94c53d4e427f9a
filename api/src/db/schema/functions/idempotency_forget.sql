-- Forgets the first answers about orders.
-- Room: idempotency.
CREATE FUNCTION idempotency_forget(family text[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM idempotency_keys WHERE order_id = ANY (family);
END $$;
