-- The end of the audit log, locked until the transaction ends.
-- Room: audit.
CREATE FUNCTION admin_audit_end() RETURNS TABLE (seq bigint, hash text) LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT head.seq, head.hash FROM admin_audit_head AS head FOR UPDATE
$$;
