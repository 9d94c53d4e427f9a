-- What the signer signed for others, a row a settlement and transaction; append-only, and written only by the signer, which
-- keeps a copy in files of its own. The hashes are keyed, by a key that follows from the seed: they say nothing by themselves,
-- so rows outlive their orders.
-- Room: signing.
CREATE TABLE signer_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- To the hour; the exact time is sealed.
  hour timestamptz NOT NULL,
  settlement text NOT NULL CHECK (settlement ~ '^[0-9a-f]{64}$'),
  transaction text NOT NULL CHECK (transaction ~ '^[0-9a-f]{64}$'),
  -- The order or the loan.
  owner text NOT NULL CHECK (owner ~ '^[0-9a-f]{64}$'),
  -- The coins that it spends, or the nonce that it uses: shortened hashes.
  spends text[] NOT NULL,
  -- The time and the value in USDT that counts towards the caps, under a key that follows from the seed.
  sealed bytea NOT NULL,
  -- What was paid, to whom and by which transaction, under a key of this settlement in the signer's files; deletion destroys it.
  details bytea NOT NULL,
  -- The settlement under the installation's secret, as deletion leaves it behind.
  fact text NOT NULL CHECK (fact ~ '^[0-9a-f]{64}$'),
  -- The end of the audit log at that time.
  audit_seq bigint NOT NULL,
  audit_hash text NOT NULL,
  -- Whether the database had lost the row, and the signer's files had it: a backup was restored.
  restored boolean NOT NULL DEFAULT false,
  UNIQUE (settlement, transaction)
);
CREATE INDEX signer_log_hour ON signer_log (hour);
CREATE INDEX signer_log_restored ON signer_log (owner) WHERE restored;

-- What the signer found of one-time codes that release settlements above its caps; append-only. No code counts twice.
-- Room: signing.
CREATE TABLE signer_verdicts (
  release_id bigint PRIMARY KEY,
  outcome text NOT NULL CHECK (outcome IN ('released', 'refused')),
  -- Of a released one: the settlement, keyed as above, and whose code of which time step it was.
  settlement text CHECK (settlement ~ '^[0-9a-f]{64}$'),
  admin_id text,
  step bigint,
  -- The last row of the log before it: what was signed by then is excused.
  after_row bigint,
  CONSTRAINT signer_verdicts_step UNIQUE (admin_id, step),
  CHECK ((outcome = 'released') = (settlement IS NOT NULL AND admin_id IS NOT NULL AND step IS NOT NULL AND after_row IS NOT NULL))
);
CREATE INDEX signer_verdicts_settlement ON signer_verdicts (settlement) WHERE settlement IS NOT NULL;
