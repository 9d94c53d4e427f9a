-- What stays of an order that is forgotten (design 3, "Forgetting"): keyed hashes, which tell nothing by themselves.
-- They keep a rescan from crediting its money twice, and tell its addresses and transactions from strangers'.
CREATE TABLE forgotten_facts (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  kind text NOT NULL CHECK (kind IN ('credit', 'transaction'))
);
--> statement-breakpoint
CREATE TABLE forgotten_addresses (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  chain text NOT NULL,
  -- Money that comes later can still be moved.
  index integer NOT NULL
);
--> statement-breakpoint
-- Signs deletion notes (Ed25519, PKCS #8): read by the process that answers visitors, and worth nothing but notes.
CREATE TABLE note_keys (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  private_key bytea NOT NULL
);
--> statement-breakpoint
CREATE INDEX orders_ended ON orders (updated_at) WHERE state IN ('completed', 'refunded', 'expired', 'cancelled', 'failed');
--> statement-breakpoint
CREATE INDEX wallet_outputs_address ON wallet_outputs (chain, address);
--> statement-breakpoint
CREATE INDEX payout_attempts_sender ON payout_attempts (chain, sender);
--> statement-breakpoint
CREATE INDEX payout_attempts_destination ON payout_attempts (chain, destination);
--> statement-breakpoint
CREATE INDEX payout_attempts_leg ON payout_attempts (leg_id) WHERE leg_id IS NOT NULL;
--> statement-breakpoint
-- A row without its order: the hot wallet's sums and nonces still add up, and nothing leads back.
ALTER TABLE payout_attempts DROP CONSTRAINT payout_attempts_kind_check;
--> statement-breakpoint
ALTER TABLE payout_attempts ADD CONSTRAINT payout_attempts_kind_check CHECK (kind IN ('leg', 'sweep', 'top_up', 'forgotten'));
--> statement-breakpoint
-- The hash under the installation's secret; the roles may ask it, and cannot read the secret.
CREATE FUNCTION forgotten_hash(fact text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT encode(sha256(ledger_secret || sha256(convert_to(fact, 'UTF8'))), 'hex') FROM installation
$$;
--> statement-breakpoint
-- Only forget_order may take away what is append-only for everybody else: it runs as the owner, with this setting.
CREATE FUNCTION is_forgetting(relation oid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT current_setting('sotto.forgetting', true) = 'on'
    AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = relation)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'TRUNCATE' AND is_forgetting(TG_RELID) THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION ledger_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The sums that replace forgotten entries are in the balances already.
  IF is_forgetting(TG_RELID) THEN RETURN NULL; END IF;
  UPDATE ledger_accounts SET balance = balance + normal * NEW.units WHERE account = NEW.account AND asset = NEW.asset;
  IF NEW.account = 'chain' THEN
    -- CHECKs are tried on the row proposed for insertion, so a negative change must never be one.
    INSERT INTO reserves (asset) VALUES (NEW.asset) ON CONFLICT DO NOTHING;
    UPDATE reserves SET hot = hot + NEW.units WHERE asset = NEW.asset;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Replaces the entries of closed books by one running sum per asset and account: sums of all forgotten orders
-- together, so that neither an amount nor a day of one of them can be read off. Balances stay as they are.
CREATE FUNCTION ledger_compact(books text[]) RETURNS void LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  old bigint[] := ARRAY(SELECT DISTINCT transaction_id FROM ledger_entries WHERE account = ANY (books));
  added record;
  sum_id bigint;
BEGIN
  FOR added IN
    SELECT account, asset, sum(units) AS units FROM ledger_entries
    WHERE transaction_id = ANY (old) AND NOT account = ANY (books)
    GROUP BY account, asset HAVING sum(units) <> 0 ORDER BY asset, account
  LOOP
    INSERT INTO ledger_transactions (kind, key, at) VALUES ('compacted', 'compacted:' || added.asset, 'epoch') ON CONFLICT (key) DO NOTHING;
    SELECT id INTO sum_id FROM ledger_transactions WHERE key = 'compacted:' || added.asset FOR UPDATE;
    -- No entry is zero, not even on the way.
    DELETE FROM ledger_entries WHERE transaction_id = sum_id AND account = added.account AND asset = added.asset AND units = -added.units;
    IF NOT FOUND THEN
      UPDATE ledger_entries SET units = units + added.units
      WHERE transaction_id = sum_id AND account = added.account AND asset = added.asset;
      IF NOT FOUND THEN
        INSERT INTO ledger_entries (transaction_id, position, account, asset, units)
        SELECT sum_id, coalesce(max(position), -1) + 1, added.account, added.asset, added.units FROM ledger_entries WHERE transaction_id = sum_id;
      END IF;
    END IF;
  END LOOP;
  DELETE FROM ledger_entries WHERE transaction_id = ANY (old);
  DELETE FROM ledger_transactions WHERE id = ANY (old);
  DELETE FROM ledger_accounts WHERE account = ANY (books);
END $$;
--> statement-breakpoint
-- Forgets an ended order with its children, whole or not at all. Answers 'forgotten'; 'unknown'; or 'unfinished' while
-- one of them has not ended, money is under way to or from them, or something is owed.
CREATE FUNCTION forget_order(wanted text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public SET sotto.forgetting = 'on' AS $$
DECLARE
  root text;
  family text[];
  legs text[];
  books text[];
BEGIN
  SELECT coalesce(parent_id, id) INTO root FROM orders WHERE id = wanted;
  IF root IS NULL THEN RETURN 'unknown'; END IF;
  PERFORM 1 FROM orders WHERE id = root OR parent_id = root ORDER BY id FOR UPDATE;
  family := ARRAY(SELECT id FROM orders WHERE id = root OR parent_id = root);
  IF NOT wanted = ANY (family) THEN RETURN 'unknown'; END IF;
  legs := ARRAY(SELECT id FROM payout_legs WHERE order_id = ANY (family));
  books := ARRAY(SELECT 'customer:' || book FROM orders WHERE id = ANY (family)) || ARRAY(SELECT 'payable:' || leg FROM unnest(legs) AS leg);
  IF EXISTS (SELECT 1 FROM orders WHERE id = ANY (family) AND state NOT IN ('completed', 'refunded', 'expired', 'cancelled', 'failed'))
    OR EXISTS (SELECT 1 FROM deposits WHERE order_id = ANY (family) AND state IN ('seen', 'confirmed', 'lost'))
    OR EXISTS (SELECT 1 FROM outbox WHERE order_id = ANY (family) AND done_at IS NULL)
    OR EXISTS (SELECT 1 FROM ledger_accounts WHERE account = ANY (books) AND balance <> 0)
    OR EXISTS (SELECT 1 FROM payout_attempts a WHERE a.state IN ('signed', 'broadcasting', 'sent', 'mined')
      AND (a.leg_id = ANY (legs) OR EXISTS (SELECT 1 FROM addresses d WHERE d.order_id = ANY (family) AND d.chain = a.chain AND d.address IN (a.sender, a.destination))))
  THEN RETURN 'unfinished'; END IF;

  INSERT INTO forgotten_facts (hash, kind)
    SELECT forgotten_hash('deposit:' || id), 'credit' FROM deposits WHERE order_id = ANY (family) AND state = 'credited'
    ON CONFLICT DO NOTHING;
  INSERT INTO forgotten_addresses (hash, chain, index)
    SELECT forgotten_hash('address:' || chain || ':' || address), chain, index FROM addresses WHERE order_id = ANY (family)
    ON CONFLICT DO NOTHING;
  INSERT INTO forgotten_facts (hash, kind)
    SELECT forgotten_hash('transaction:' || a.chain || ':' || a.tx_id), 'transaction' FROM payout_attempts a
    WHERE a.leg_id = ANY (legs) OR EXISTS (SELECT 1 FROM addresses d WHERE d.order_id = ANY (family) AND d.chain = a.chain AND d.address IN (a.sender, a.destination))
    ON CONFLICT DO NOTHING;

  DELETE FROM wallet_outputs o USING payout_attempts a WHERE a.id = o.attempt_id AND o.state = 'spent' AND a.leg_id = ANY (legs);
  DELETE FROM wallet_outputs o USING addresses d
    WHERE d.order_id = ANY (family) AND o.chain = d.chain AND o.address = d.address AND o.state = 'spent';
  DELETE FROM unswept u USING addresses d
    WHERE d.order_id = ANY (family) AND u.chain = d.chain AND u.address = d.address AND u.units = 0;
  DELETE FROM wallet_nonces n USING addresses d WHERE d.order_id = ANY (family) AND n.chain = d.chain AND n.sender = d.address;
  -- Sums and nonces of the hot wallet's account need their rows; what names the order, its addresses or its transaction goes.
  UPDATE payout_attempts a SET
    kind = 'forgotten', leg_id = NULL, deposit_index = NULL, raw = '-', proof = NULL, created_at = 'epoch', next_check_at = 'epoch',
    tx_id = 'forgotten:' || forgotten_hash('transaction:' || a.chain || ':' || a.tx_id),
    sender = CASE WHEN a.sender IN (SELECT address FROM addresses WHERE order_id = ANY (family) AND chain = a.chain)
      THEN 'forgotten:' || forgotten_hash('address:' || a.chain || ':' || a.sender) ELSE a.sender END,
    destination = CASE WHEN a.kind = 'sweep' THEN a.destination ELSE '' END,
    units = CASE WHEN a.sender IS NULL THEN 1 ELSE a.units END
  WHERE a.leg_id = ANY (legs)
    OR EXISTS (SELECT 1 FROM addresses d WHERE d.order_id = ANY (family) AND d.chain = a.chain AND d.address IN (a.sender, a.destination));

  PERFORM ledger_compact(books);
  DELETE FROM outbox WHERE order_id = ANY (family);
  DELETE FROM idempotency_keys WHERE order_id = ANY (family);
  DELETE FROM quotes WHERE order_id = ANY (family);
  DELETE FROM payout_legs WHERE order_id = ANY (family);
  DELETE FROM deposits WHERE order_id = ANY (family);
  DELETE FROM addresses WHERE order_id = ANY (family);
  DELETE FROM order_events WHERE order_id = ANY (family);
  DELETE FROM orders WHERE parent_id = root;
  DELETE FROM orders WHERE id = root;
  RETURN 'forgotten';
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION forget_order(text), ledger_compact(text[]), forgotten_hash(text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION forget_order(text) TO sotto_http, sotto_worker;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION forgotten_hash(text) TO sotto_worker;
--> statement-breakpoint
GRANT SELECT ON forgotten_facts, forgotten_addresses TO sotto_worker;
--> statement-breakpoint
-- For the invariants.
GRANT SELECT ON forgotten_addresses TO sotto_http;
--> statement-breakpoint
GRANT SELECT ON note_keys TO sotto_http;
--> statement-breakpoint
GRANT INSERT ON note_keys TO sotto_worker;
