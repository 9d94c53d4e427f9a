-- Whether an address was one of an order that is forgotten: nothing may be paid there, its coins would have no owner.
-- Room: retention.
CREATE FUNCTION is_forgotten_address(of_chain text, of_address text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM forgotten_addresses WHERE hash = forgotten_hash('address:' || of_chain || ':' || of_address))
$$;
