-- The first row of the signer's log that the rest does not bear out: `audit` where the audit log lacks the end that it had
-- then, `settlement` where what was signed has no settlement and its order was not deleted.
-- Room: signing.
CREATE FUNCTION signer_log_gap() RETURNS TABLE (id bigint, hour timestamptz, what text) LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT l.id, l.hour, CASE WHEN l.audit_seq > 0 AND a.seq IS NULL THEN 'audit' ELSE 'settlement' END
  FROM signer_log l LEFT JOIN admin_audit a ON a.seq = l.audit_seq AND a.hash = l.audit_hash
    LEFT JOIN (SELECT forgotten_hash('settlement:' || leg_id) AS fact FROM settlements
      UNION SELECT hash FROM forgotten_facts WHERE kind = 'settlement') AS known ON known.fact = l.fact
  WHERE (l.audit_seq > 0 AND a.seq IS NULL) OR known.fact IS NULL
  ORDER BY l.id LIMIT 1
$$;
