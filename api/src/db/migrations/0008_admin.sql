-- What an administrator may do; whoever was one before there were roles could do everything.
ALTER TABLE admin_users ADD COLUMN role text NOT NULL DEFAULT 'approver' CHECK (role IN ('viewer', 'operator', 'approver'));
--> statement-breakpoint
ALTER TABLE admin_users ALTER COLUMN role DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE admin_users ADD COLUMN disabled_at timestamptz;
--> statement-breakpoint
-- One-time codes (RFC 6238). The secret must be read to check a code, and by nobody but the public process: a table of
-- its own, because the worker may not see it.
CREATE TABLE admin_totp (
  admin_id text PRIMARY KEY REFERENCES admin_users (id),
  secret bytea NOT NULL CHECK (length(secret) = 20),
  -- Null until a first code was confirmed; an enrolment that is not confirmed by then is void.
  confirmed_at timestamptz,
  confirm_until timestamptz NOT NULL,
  -- The time step of the last code that was accepted: none of it or of an earlier one is accepted again.
  last_step bigint NOT NULL DEFAULT 0,
  -- Of the hashes of the recovery codes.
  recovery_salt bytea NOT NULL CHECK (length(recovery_salt) = 16)
);
--> statement-breakpoint
-- A code that was used is gone. argon2id, 32 bytes.
CREATE TABLE admin_recovery_codes (
  admin_id text NOT NULL REFERENCES admin_totp (admin_id) ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  PRIMARY KEY (admin_id, code_hash)
);
--> statement-breakpoint
-- Each login, refusal and action of an administrator, chained by hash.
CREATE TABLE admin_audit (
  seq bigint PRIMARY KEY CHECK (seq >= 1),
  at timestamptz NOT NULL,
  -- The account's name, which outlives the account; null where nobody was known.
  admin text,
  action text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('done', 'refused')),
  subject text,
  reason text,
  previous_hash text NOT NULL CHECK (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
-- The end of the chain: its one row is locked by whoever appends, and tells when rows are missing at the end.
CREATE TABLE admin_audit_head (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  seq bigint NOT NULL,
  hash text NOT NULL
);
--> statement-breakpoint
INSERT INTO admin_audit_head (seq, hash) VALUES (0, repeat('0', 64));
--> statement-breakpoint
CREATE FUNCTION admin_audit_end() RETURNS TABLE (seq bigint, hash text) LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path = public AS $$
  SELECT head.seq, head.hash FROM admin_audit_head AS head FOR UPDATE
$$;
--> statement-breakpoint
-- Only the next row can be added, and only by adding it the head moves on.
CREATE FUNCTION admin_audit_chain() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE admin_audit_head AS head SET seq = NEW.seq, hash = NEW.hash
    WHERE head.seq = NEW.seq - 1 AND head.hash = NEW.previous_hash;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'not the next row of the audit log' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER admin_audit_chain AFTER INSERT ON admin_audit FOR EACH ROW EXECUTE FUNCTION admin_audit_chain();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON admin_audit FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON admin_audit_head FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
-- `payouts`, `signer`, or `asset:` and a code; a switch that was never turned has no row.
CREATE TABLE admin_switches (
  name text PRIMARY KEY CHECK (name IN ('payouts', 'signer') OR name LIKE 'asset:%'),
  paused boolean NOT NULL,
  reason text NOT NULL,
  turned_at timestamptz NOT NULL
);
--> statement-breakpoint
-- Keys of /api/v1; of the secret its SHA-256 alone (256 random bits need no slower hash).
CREATE TABLE api_keys (
  id text PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  secret_hash text NOT NULL UNIQUE CHECK (secret_hash ~ '^[0-9a-f]{64}$'),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);
--> statement-breakpoint
-- Accounts are made and changed by whoever owns the database, never by the public process; the worker knows none.
REVOKE INSERT, UPDATE ON admin_users FROM sotto_http;
--> statement-breakpoint
REVOKE ALL ON admin_users, admin_sessions FROM sotto_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON admin_totp TO sotto_http;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON admin_recovery_codes TO sotto_http;
--> statement-breakpoint
GRANT SELECT, INSERT ON admin_audit TO sotto_http;
--> statement-breakpoint
GRANT SELECT ON admin_audit_head TO sotto_http;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION admin_audit_end() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION admin_audit_end() TO sotto_http;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON admin_switches TO sotto_http;
--> statement-breakpoint
GRANT SELECT ON admin_switches TO sotto_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (revoked_at) ON api_keys TO sotto_http;
