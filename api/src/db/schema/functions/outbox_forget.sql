-- Forgets the commands of orders; all of them are done.
-- Room: outbox.
CREATE FUNCTION outbox_forget(family text[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM outbox WHERE order_id = ANY (family);
END $$;
