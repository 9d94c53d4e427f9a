-- Anonymous sessions of the mixer: only a hash, for two hours.
-- Room: orders.
CREATE TABLE mixer_sessions (
  id_hash text PRIMARY KEY CHECK (id_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz NOT NULL
);
CREATE INDEX mixer_sessions_expires ON mixer_sessions (expires_at);

-- A mix's seed, sealed under a key of the day, which only the signer has: in files of its own, and in no database.
-- Room: mixing.
CREATE TABLE mixes (
  order_id text PRIMARY KEY REFERENCES orders (id),
  key_day text NOT NULL CHECK (key_day ~ '^\d{4}-\d{2}-\d{2}$'),
  sealed_seed bytea NOT NULL,
  created_at timestamptz NOT NULL
);

-- Internal transfers of the pool, written down when they are due. Rounds of several orders may share one transaction.
-- Room: mixing.
CREATE TABLE mix_rounds (
  order_id text NOT NULL REFERENCES orders (id),
  no integer NOT NULL CHECK (no >= 1),
  chain text NOT NULL,
  asset text NOT NULL,
  units units NOT NULL CHECK (units > 0),
  -- The maximum native units that the round may spend on the network.
  fee_units_max units NOT NULL CHECK (fee_units_max >= 0),
  state text NOT NULL CHECK (state IN ('planned', 'signed', 'final')),
  attempt_id bigint REFERENCES payout_attempts (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (order_id, no),
  CHECK ((state = 'planned') = (attempt_id IS NULL))
);
CREATE INDEX mix_rounds_planned ON mix_rounds (chain, created_at) WHERE state = 'planned';
CREATE INDEX mix_rounds_signed ON mix_rounds (chain) WHERE state = 'signed';
CREATE INDEX mix_rounds_attempt ON mix_rounds (attempt_id) WHERE attempt_id IS NOT NULL;

-- Deposit addresses of mixes that have not ended: their coins stay where they are, so that no payout of the mix can
-- descend from its own deposit. A refund ends that only once it is planned: it may still turn out to be impossible, and
-- then the mix continues. Or once it is found to be possible, and the hot wallet has too little for it: what it waits for
-- may be its own deposit.
CREATE VIEW quarantined AS
  SELECT a.chain, a.address FROM addresses a JOIN orders o ON o.id = a.order_id
  WHERE NOT a.pool AND o.is_mixed AND o.ended_as IS NULL
    AND NOT (o.state = 'refunding' AND (
      EXISTS (SELECT 1 FROM payout_legs l WHERE l.order_id = o.id AND l.kind = 'refund')
      OR EXISTS (SELECT 1 FROM outbox w WHERE w.order_id = o.id AND w.kind = 'plan_refund' AND w.done_at IS NULL
        AND w.last_error = 'reserve_insufficient')));
