-- Forgets orders with their events: the rows that all others refer to, so they go last.
-- Room: orders.
CREATE FUNCTION orders_forget(family text[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM order_events WHERE order_id = ANY (family);
  DELETE FROM orders WHERE id = ANY (family);
END $$;
