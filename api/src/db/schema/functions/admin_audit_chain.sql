-- Lets only the next row be added to the audit log, and moves the head with it.
-- Room: audit.
CREATE FUNCTION admin_audit_chain() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE admin_audit_head AS head SET seq = NEW.seq, hash = NEW.hash
    WHERE head.seq = NEW.seq - 1 AND head.hash = NEW.previous_hash;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'not the next row of the audit log' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER admin_audit_chain AFTER INSERT ON admin_audit FOR EACH ROW EXECUTE FUNCTION admin_audit_chain();
