-- A mix's seed, sealed with a key that lies in the keyring: another database, which no dump of this one holds.
CREATE TABLE mixes (
  order_id text PRIMARY KEY REFERENCES orders (id),
  key_id text NOT NULL,
  sealed_seed bytea NOT NULL,
  created_at timestamptz NOT NULL
);
--> statement-breakpoint
-- Internal transfers of the pool, written down when they are due. Rounds of several orders may share one transaction.
CREATE TABLE mix_rounds (
  order_id text NOT NULL REFERENCES orders (id),
  no integer NOT NULL CHECK (no >= 1),
  chain text NOT NULL,
  asset text NOT NULL,
  units units NOT NULL CHECK (units > 0),
  -- Native units that the round may spend on the network at most.
  fee_units_max units NOT NULL CHECK (fee_units_max >= 0),
  state text NOT NULL CHECK (state IN ('planned', 'signed', 'final')),
  attempt_id bigint REFERENCES payout_attempts (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (order_id, no),
  CHECK ((state = 'planned') = (attempt_id IS NULL))
);
--> statement-breakpoint
CREATE INDEX mix_rounds_planned ON mix_rounds (chain, created_at) WHERE state = 'planned';
--> statement-breakpoint
CREATE INDEX mix_rounds_attempt ON mix_rounds (attempt_id) WHERE attempt_id IS NOT NULL;
--> statement-breakpoint
-- A fresh address of the pool, made for a round of this order: not one that it is paid at.
ALTER TABLE addresses ADD COLUMN pool boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- Deposit addresses of mixes that have not ended: their coins are left where they are, so that no payout of the mix
-- can descend from its own deposit.
CREATE VIEW quarantined AS
  SELECT a.chain, a.address FROM addresses a JOIN orders o ON o.id = a.order_id
  WHERE NOT a.pool AND o.terms ->> 'mixer' IS NOT NULL
    AND o.state NOT IN ('completed', 'refunding', 'refunded', 'expired', 'cancelled', 'failed');
--> statement-breakpoint
ALTER TABLE payout_attempts DROP CONSTRAINT payout_attempts_kind_check;
--> statement-breakpoint
ALTER TABLE payout_attempts ADD CONSTRAINT payout_attempts_kind_check CHECK (kind IN ('leg', 'sweep', 'top_up', 'round', 'forgotten'));
--> statement-breakpoint
-- As in migration 0005, and a mix's seed, rounds and pool addresses with it.
CREATE OR REPLACE FUNCTION forget_order(wanted text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public SET sotto.forgetting = 'on' AS $$
DECLARE
  root text;
  family text[];
  legs text[];
  books text[];
  rounds bigint[];
BEGIN
  SELECT coalesce(parent_id, id) INTO root FROM orders WHERE id = wanted;
  IF root IS NULL THEN RETURN 'unknown'; END IF;
  PERFORM 1 FROM orders WHERE id = root OR parent_id = root ORDER BY id FOR UPDATE;
  family := ARRAY(SELECT id FROM orders WHERE id = root OR parent_id = root);
  IF NOT wanted = ANY (family) THEN RETURN 'unknown'; END IF;
  legs := ARRAY(SELECT id FROM payout_legs WHERE order_id = ANY (family));
  rounds := ARRAY(SELECT DISTINCT attempt_id FROM mix_rounds WHERE order_id = ANY (family) AND attempt_id IS NOT NULL);
  books := ARRAY(SELECT 'customer:' || book FROM orders WHERE id = ANY (family)) || ARRAY(SELECT 'payable:' || leg FROM unnest(legs) AS leg);
  IF EXISTS (SELECT 1 FROM orders WHERE id = ANY (family) AND state NOT IN ('completed', 'refunded', 'expired', 'cancelled', 'failed'))
    OR EXISTS (SELECT 1 FROM deposits WHERE order_id = ANY (family) AND state IN ('seen', 'confirmed', 'lost'))
    OR EXISTS (SELECT 1 FROM outbox WHERE order_id = ANY (family) AND done_at IS NULL)
    OR EXISTS (SELECT 1 FROM ledger_accounts WHERE account = ANY (books) AND balance <> 0)
    OR EXISTS (SELECT 1 FROM mix_rounds WHERE order_id = ANY (family) AND state = 'signed')
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
    WHERE a.leg_id = ANY (legs) OR a.id = ANY (rounds) OR EXISTS (SELECT 1 FROM addresses d WHERE d.order_id = ANY (family) AND d.chain = a.chain AND d.address IN (a.sender, a.destination))
    ON CONFLICT DO NOTHING;

  DELETE FROM wallet_outputs o USING payout_attempts a WHERE a.id = o.attempt_id AND o.state = 'spent' AND (a.leg_id = ANY (legs) OR a.id = ANY (rounds));
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
  WHERE a.leg_id = ANY (legs) OR a.id = ANY (rounds)
    OR EXISTS (SELECT 1 FROM addresses d WHERE d.order_id = ANY (family) AND d.chain = a.chain AND d.address IN (a.sender, a.destination));

  PERFORM ledger_compact(books);
  DELETE FROM outbox WHERE order_id = ANY (family);
  DELETE FROM mixes WHERE order_id = ANY (family);
  DELETE FROM mix_rounds WHERE order_id = ANY (family);
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
GRANT SELECT, INSERT, DELETE ON mixes TO sotto_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON mix_rounds TO sotto_worker;
--> statement-breakpoint
GRANT SELECT ON quarantined TO sotto_worker, sotto_http;
--> statement-breakpoint
-- For the invariants; the seed stays unread.
GRANT SELECT ON mix_rounds TO sotto_http;
--> statement-breakpoint
GRANT SELECT (order_id, key_id, created_at) ON mixes TO sotto_http;
