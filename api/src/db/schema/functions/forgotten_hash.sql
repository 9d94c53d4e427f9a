-- A fact's hash under the installation's secret; the roles may ask for it, and cannot read the secret.
-- Room: retention.
CREATE FUNCTION forgotten_hash(fact text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT encode(sha256(ledger_secret || sha256(convert_to(fact, 'UTF8'))), 'hex') FROM installation
$$;
