-- Whether something is at an address that names it: coins, or what they left; a transaction of ours; money of no order.
-- Room: retention.
CREATE FUNCTION has_leftovers(of_chain text, of_address text) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM unswept WHERE chain = of_chain AND address = of_address)
    OR EXISTS (SELECT 1 FROM wallet_outputs WHERE chain = of_chain AND address = of_address)
    OR EXISTS (SELECT 1 FROM payout_attempts WHERE chain = of_chain AND sender = of_address)
    OR EXISTS (SELECT 1 FROM payout_attempts WHERE chain = of_chain AND destination = of_address)
    OR EXISTS (SELECT 1 FROM deposits WHERE chain = of_chain AND address = of_address AND kind = 'unallocated')
$$;
