-- Has the planner sample the tables of which something may have been deleted, so that its statistics hold only values that are
-- there. What they held before stays in their own file until the owner of the database rewrites it. ANALYZE leaves what they hold
-- of a table that is empty now; PostgreSQL has a function for that from 18 on.
-- Room: retention.
CREATE FUNCTION sample() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp SET lock_timeout = '3s' AS $$
DECLARE
  name text;
  is_empty boolean;
BEGIN
  FOREACH name IN ARRAY public.scrubbed_tables() LOOP
    EXECUTE format('ANALYZE public.%I', name);
    EXECUTE format('SELECT NOT EXISTS (SELECT FROM public.%I)', name) INTO is_empty;
    IF is_empty AND current_setting('server_version_num')::integer >= 180000 THEN
      EXECUTE 'SELECT pg_clear_attribute_stats(schemaname, tablename, attname, false) FROM pg_stats
        WHERE schemaname = ''public'' AND tablename = $1' USING name;
    END IF;
  END LOOP;
END $$;
