-- Rewrites a table of which something was deleted, so that its file and its indexes hold only what is there; whether there was
-- anything to do. Waits at most three seconds for each lock, and fails then (55P03): those who wait behind it wait as long.
-- A rewriting ALTER leaves deleted rows out even while an older transaction could see them, as VACUUM FULL and CLUSTER do not.
-- Room: retention.
CREATE FUNCTION scrub(wanted text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp SET lock_timeout = '3s' AS $$
BEGIN
  IF NOT wanted = ANY (public.scrubbed_tables()) THEN RAISE EXCEPTION '% is not a table that is scrubbed', wanted; END IF;
  LOCK TABLE public.scrub_gate IN ACCESS EXCLUSIVE MODE;
  PERFORM FROM public.traces WHERE of_table = wanted;
  IF NOT FOUND THEN RETURN false; END IF;
  EXECUTE format('ALTER TABLE public.%I ALTER COLUMN rewritten TYPE smallint USING NULL::smallint', wanted);
  -- Who deletes from the table holds a lock on it until its trace can be seen, and waits for ours.
  DELETE FROM public.traces WHERE of_table = wanted;
  RETURN true;
END $$;
