-- The two database roles of the service; neither can log in by itself. What each may do is in grants.sql.
-- sotto_http answers visitors. sotto_worker watches chains, books, signs and sends.
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'sotto_http') THEN CREATE ROLE sotto_http NOLOGIN; END IF;
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'sotto_worker') THEN CREATE ROLE sotto_worker NOLOGIN; END IF;
  EXECUTE format('GRANT sotto_http, sotto_worker TO %I', current_user);
END $$;
