-- Forgets what came to an address, belongs to no order, and was seen before `before`: it was replaced, or left the chain. The books
-- never counted it. If it comes back, it is noted as new.
-- Room: deposits.
CREATE FUNCTION deposits_forget_gone(of_chain text, of_address text, before timestamptz) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM deposits WHERE chain = of_chain AND address = of_address AND kind = 'unallocated' AND state IN ('replaced', 'orphaned') AND first_seen_at < before;
END $$;
