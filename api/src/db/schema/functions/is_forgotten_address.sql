-- Whether an address was one of an order that is forgotten, on this chain or on a sister chain: nothing may be paid there, its
-- coins would have no owner.
-- Room: retention.
CREATE FUNCTION is_forgotten_address(of_chain text, of_address text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT COALESCE(bool_or((SELECT true FROM forgotten_addresses WHERE hash = forgotten_hash('address:' || sister.chain || ':' || of_address))), false)
  FROM unnest(sister_chains(of_chain)) AS sister (chain)
$$;
