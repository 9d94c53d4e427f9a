-- The logins of the service's processes, each named by its database (sotto_http is that of the database `sotto`) and no
-- member of another role. Their passwords are set afterwards (db/logins.ts). What each may do is in grants.sql.
-- sotto_http answers visitors. sotto_admin answers administrators. sotto_worker watches chains, books and sends.
-- sotto_signer signs.
DO $$
DECLARE login text;
BEGIN
  FOREACH login IN ARRAY ARRAY['sotto_http', 'sotto_admin', 'sotto_worker', 'sotto_signer'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = login) THEN EXECUTE format('CREATE ROLE %I LOGIN', login); END IF;
    INSERT INTO migrations.logins (role, login) VALUES (substring(login FROM '[a-z]+$'), login) ON CONFLICT DO NOTHING;
  END LOOP;
END $$;
