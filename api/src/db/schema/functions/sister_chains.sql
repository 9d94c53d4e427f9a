-- A chain and those on which its addresses can be paid as well, as `sistersOf` of core/assets.ts has them.
-- Room: address.
CREATE FUNCTION sister_chains(of_chain text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN of_chain IN ('ethereum', 'bsc', 'polygon') THEN ARRAY['ethereum', 'bsc', 'polygon'] ELSE ARRAY[of_chain] END
$$;
