-- What is to be paid, one row a recipient: of an order, or the only one of a loan.
-- Room: payouts.
CREATE TABLE payout_legs (
  id text PRIMARY KEY,
  order_id text REFERENCES orders (id),
  leg_no integer NOT NULL CHECK (leg_no >= 1),
  kind text NOT NULL CHECK (kind IN ('payout', 'refund', 'loan')),
  chain text NOT NULL,
  asset text NOT NULL,
  destination text NOT NULL,
  units units NOT NULL CHECK (units > 0),
  -- The maximum native units that all attempts of this leg may spend on the network.
  fee_units_max units NOT NULL CHECK (fee_units_max >= 0),
  state text NOT NULL CHECK (state IN ('planned', 'final', 'reversed')),
  created_at timestamptz NOT NULL,
  -- Since when its network fee is above that; NULL while it is not.
  above_cap_since timestamptz,
  -- References loans; the constraint is in loans.sql.
  loan_id bigint CONSTRAINT payout_legs_loan UNIQUE,
  -- Whose it is, as one text: no transaction pays two legs of one owner.
  owner text GENERATED ALWAYS AS (COALESCE(order_id, 'loan:' || loan_id::text)) STORED,
  UNIQUE (order_id, leg_no),
  UNIQUE (id, chain, owner),
  CONSTRAINT payout_legs_owner CHECK ((kind = 'loan') = (loan_id IS NOT NULL) AND (order_id IS NULL) = (loan_id IS NOT NULL))
);
CREATE INDEX payout_legs_planned ON payout_legs (created_at) WHERE state = 'planned';

-- What is to be paid, and on what grounds: written once, by the worker, with the leg. The signer compares the two with the
-- order's terms and its credits. Rows are never changed, and go with the traces of their order.
-- Room: payouts.
CREATE TABLE settlements (
  leg_id text PRIMARY KEY REFERENCES payout_legs (id),
  kind text NOT NULL CHECK (kind IN ('payout', 'refund', 'loan')),
  order_id text REFERENCES orders (id),
  -- References loans; the constraint is in loans.sql.
  loan_id bigint,
  asset text NOT NULL,
  destination text NOT NULL,
  units units NOT NULL CHECK (units > 0),
  fee_units_max units NOT NULL CHECK (fee_units_max >= 0),
  -- Of an order: what it was credited, in the asset that it sent or that goes back; and what is taken off for the network, in
  -- the asset that is paid.
  credited_units units,
  network_fee_units units,
  -- Of a payout: the rate, in received units per sent unit.
  rate_numerator units,
  rate_denominator units CHECK (rate_denominator > 0),
  created_at timestamptz NOT NULL,
  CHECK ((kind = 'loan') = (loan_id IS NOT NULL) AND (kind = 'loan') = (order_id IS NULL)),
  CHECK ((kind = 'loan') = (credited_units IS NULL) AND (kind = 'loan') = (network_fee_units IS NULL)),
  CHECK ((kind = 'payout') = (rate_numerator IS NOT NULL) AND (kind = 'payout') = (rate_denominator IS NOT NULL))
);
CREATE INDEX settlements_order ON settlements (order_id) WHERE order_id IS NOT NULL;

-- Higher fee caps of settlements, by the release of an administrator; the highest counts.
-- Room: payouts.
CREATE TABLE settlement_caps (
  leg_id text NOT NULL REFERENCES settlements (leg_id),
  fee_units_max units NOT NULL CHECK (fee_units_max >= 0),
  PRIMARY KEY (leg_id, fee_units_max)
);

-- Signed transactions: of legs, a cancellation of those, a child that spends the change of a payment to pay for it, a sweep,
-- its gas, a round of a mix, or joined coins. A forgotten row has lost its orders, so that the hot wallet's sums and nonces
-- still add up. An adopted one is not ours: it spent our coins, and an approver adopted it.
-- Room: payouts.
CREATE TABLE payout_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('legs', 'cancel', 'child', 'sweep', 'top_up', 'round', 'consolidation', 'adopted', 'forgotten')),
  chain text NOT NULL,
  asset text NOT NULL,
  sender text,
  nonce bigint,
  -- Of several legs: the first one's. Empty where a round has several.
  destination text NOT NULL,
  -- What it moves: the sum of its legs.
  units units NOT NULL CHECK (units > 0 OR (units = 0 AND kind IN ('cancel', 'adopted', 'forgotten'))),
  fee_units_max units NOT NULL CHECK (fee_units_max >= 0),
  deposit_index integer,
  state text NOT NULL CHECK (state IN ('signed', 'broadcasting', 'sent', 'mined', 'superseded', 'final', 'reverted', 'dead', 'doubled')),
  raw text NOT NULL CHECK (raw <> ''),
  tx_id text NOT NULL CHECK (tx_id <> ''),
  height bigint,
  block_hash text,
  -- The chain's height when it was signed, and when the first of the versions that it replaced was.
  signed_height bigint,
  first_height bigint,
  fee_units units,
  -- Of a dead one: the transaction that took its place on the chain. Of a superseded one: why another was to take it.
  proof text,
  next_check_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  fence bigint NOT NULL DEFAULT 0,
  -- How often it was signed: more than once where what was to take its place came out as the same bytes.
  signings integer NOT NULL DEFAULT 1 CHECK (signings >= 1),
  -- Of a child: the payment that it pays for.
  child_of bigint REFERENCES payout_attempts (id),
  -- Whether no other may pay its legs: it is under way, or has paid them.
  live boolean NOT NULL GENERATED ALWAYS AS (state NOT IN ('superseded', 'reverted', 'dead', 'doubled') AND NOT (kind = 'cancel' AND state = 'final')) STORED,
  UNIQUE (chain, tx_id),
  UNIQUE (id, chain, live),
  CONSTRAINT payout_attempts_proved CHECK (state NOT IN ('dead', 'superseded') OR proof IS NOT NULL),
  CHECK ((sender IS NULL) = (nonce IS NULL)),
  CHECK ((kind = 'child') = (child_of IS NOT NULL))
);
CREATE INDEX payout_attempts_child ON payout_attempts (child_of) WHERE child_of IS NOT NULL;
CREATE UNIQUE INDEX payout_attempts_nonce ON payout_attempts (chain, sender, nonce) WHERE state NOT IN ('superseded', 'dead');
CREATE INDEX payout_attempts_open ON payout_attempts (chain, next_check_at) WHERE state IN ('signed', 'broadcasting', 'sent', 'mined', 'superseded');
CREATE INDEX payout_attempts_height ON payout_attempts (chain, height);
CREATE INDEX payout_attempts_sender ON payout_attempts (chain, sender);
CREATE INDEX payout_attempts_destination ON payout_attempts (chain, destination);
-- What forget_leftovers looks at: rows of what is already forgotten stay permanently and are not among them.
CREATE INDEX payout_attempts_joining ON payout_attempts (created_at) WHERE kind = 'consolidation';

-- The legs that a transaction pays, in the order of its outputs, or whose payment it cancels: of one chain, and never two
-- of one owner.
-- Room: payouts.
CREATE TABLE attempt_legs (
  attempt_id bigint NOT NULL,
  ordinal integer NOT NULL CHECK (ordinal >= 0),
  leg_id text NOT NULL,
  -- Of the leg and of the transaction.
  chain text NOT NULL,
  owner text NOT NULL,
  -- As signed.
  destination text NOT NULL,
  units units NOT NULL CHECK (units > 0),
  -- The transaction's: it changes with its state.
  live boolean NOT NULL,
  -- The key that proves it to its recipient, where the chain does not show it (Monero).
  tx_key text CHECK (tx_key ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (attempt_id, ordinal),
  CONSTRAINT attempt_legs_owner UNIQUE (attempt_id, owner),
  FOREIGN KEY (attempt_id, chain, live) REFERENCES payout_attempts (id, chain, live) ON UPDATE CASCADE,
  FOREIGN KEY (leg_id, chain, owner) REFERENCES payout_legs (id, chain, owner)
);
-- One live attempt per leg: a second one exists only once the first is reverted, proved dead, or superseded.
CREATE UNIQUE INDEX attempt_legs_live ON attempt_legs (leg_id) WHERE live;
CREATE INDEX attempt_legs_leg ON attempt_legs (leg_id);

-- What a node said last of a transaction that does not move, and since when it knows it, or does not.
-- Room: payouts.
CREATE TABLE attempt_looks (
  attempt_id bigint PRIMARY KEY REFERENCES payout_attempts (id),
  -- mempool, mined, unknown, or why it was refused.
  said text NOT NULL,
  -- Those that it spends, as transaction:ordinal.
  inputs text[] NOT NULL,
  since timestamptz NOT NULL,
  at timestamptz NOT NULL
);

-- Transactions that had ended, and that a reorg below the policy depth took out of their blocks: they are sent again, and
-- stay here until they are as deep as before. Their state does not change, and their height is NULL meanwhile.
-- Room: payouts.
CREATE TABLE dropped_attempts (
  attempt_id bigint PRIMARY KEY REFERENCES payout_attempts (id),
  since timestamptz NOT NULL,
  -- What a node said last: mempool, mined, unknown, or why it was refused.
  said text NOT NULL DEFAULT 'unknown',
  -- Why it will not be again what it was: what took its place on the chain, or how else it ended there.
  trouble text,
  next_check_at timestamptz NOT NULL
);

-- An approver's word that a leg is to be signed once more although one of its transactions may still land: once per leg.
-- Room: payouts.
CREATE TABLE payout_overrides (
  leg_id text PRIMARY KEY REFERENCES payout_legs (id),
  -- The leg's first transaction, as the approver named it.
  tx_id text NOT NULL,
  reason text NOT NULL,
  state text NOT NULL CHECK (state IN ('asked', 'honoured', 'refused')),
  asked_at timestamptz NOT NULL
);

-- An approver's one-time code that is to release a payment above the signer's caps. The signer checks it itself, within two
-- minutes, and says what it found in signer_verdicts.
-- Room: payouts.
CREATE TABLE payout_releases (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  leg_id text NOT NULL REFERENCES payout_legs (id),
  username text NOT NULL,
  code text NOT NULL CHECK (code ~ '^[0-9]{6}$'),
  asked_at timestamptz NOT NULL
);
CREATE INDEX payout_releases_leg ON payout_releases (leg_id);
CREATE INDEX payout_releases_asked ON payout_releases (asked_at);

-- The next nonce of each sender on account chains.
-- Room: payouts.
CREATE TABLE wallet_nonces (
  chain text NOT NULL,
  sender text NOT NULL,
  next_nonce bigint NOT NULL CHECK (next_nonce >= 0),
  PRIMARY KEY (chain, sender)
);

-- Our unspent outputs on chains with outputs.
-- Room: payouts.
CREATE TABLE wallet_outputs (
  chain text NOT NULL,
  tx_id text NOT NULL,
  ordinal integer NOT NULL,
  asset text NOT NULL,
  address text NOT NULL,
  branch text NOT NULL CHECK (branch IN ('hot', 'deposit')),
  index integer NOT NULL,
  units units NOT NULL CHECK (units > 0),
  -- Of the block that brought it.
  height bigint NOT NULL,
  -- pending: change of a transaction of ours that is not final yet; lost: gone with a reorg below the policy depth.
  state text NOT NULL CHECK (state IN ('pending', 'available', 'locked', 'spent', 'lost')),
  attempt_id bigint REFERENCES payout_attempts (id),
  PRIMARY KEY (chain, tx_id, ordinal),
  CHECK ((state IN ('locked', 'spent')) = (attempt_id IS NOT NULL))
);
-- Unspent ones, by size.
CREATE INDEX wallet_outputs_unspent ON wallet_outputs (chain, units) WHERE state IN ('available', 'locked');
CREATE INDEX wallet_outputs_attempt ON wallet_outputs (attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX wallet_outputs_address ON wallet_outputs (chain, address);

-- Deposit addresses of account chains that hold credited coins: what the sweeper looks at.
-- Room: payouts.
CREATE TABLE unswept (
  chain text NOT NULL,
  address text NOT NULL,
  index integer NOT NULL,
  -- The sister chain whose key the index is of; NULL where it is this chain's own.
  home text,
  asset text NOT NULL,
  units units NOT NULL CHECK (units >= 0),
  -- Since when a token waits there because no native coin is free for the fee of its sweep; NULL while it does not.
  short_since timestamptz,
  -- How many sweeps of it failed on the chain since one succeeded, and when the first and the last of them ended. This cannot be
  -- counted in payout_attempts: what ends at an address of a forgotten order is forgotten, too.
  reverts integer NOT NULL DEFAULT 0 CHECK (reverts >= 0),
  reverting_since timestamptz,
  reverted_at timestamptz,
  -- Why the signer refused to sign for its sweep the last time, and since when it does; NULL while it does not.
  refused_for text,
  refused_since timestamptz,
  PRIMARY KEY (chain, address, asset),
  CHECK ((refused_for IS NULL) = (refused_since IS NULL)),
  CHECK ((reverts = 0) = (reverting_since IS NULL) AND (reverts = 0) = (reverted_at IS NULL))
);
CREATE INDEX unswept_nonzero ON unswept (chain) WHERE units > 0;

-- Transactions that spend our coins and that we did not sign. While one is not adopted, nothing is signed on its chain.
-- Room: payouts.
CREATE TABLE unplanned_spends (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  -- Null where a node counts it and does not show it.
  tx_id text,
  -- On account chains: who sends it, by the index of its key (null: the hot wallet).
  sender text,
  nonce bigint,
  deposit_index integer,
  -- On chains with outputs: those of ours that it spends, as transaction:ordinal.
  outputs text[] NOT NULL,
  -- asked: an approver has adopted it. The worker books what it took once it is final, and signs again.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'asked', 'adopted')),
  -- The approver's.
  reason text,
  seen_at timestamptz NOT NULL,
  -- Since when the chain does not know it; NULL while it does.
  missed_since timestamptz,
  UNIQUE (chain, tx_id),
  CHECK ((sender IS NULL) = (nonce IS NULL)),
  CHECK ((state = 'open') = (reason IS NULL))
);
CREATE UNIQUE INDEX unplanned_spends_unseen ON unplanned_spends (chain, sender, nonce) WHERE tx_id IS NULL;
CREATE INDEX unplanned_spends_open ON unplanned_spends (chain) WHERE state <> 'adopted';
