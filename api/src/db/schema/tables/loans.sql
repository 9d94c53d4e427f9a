-- Payout (loan) orders: the operator's own payments to others. They are never forgotten, nor are their references.
-- Room: loans.
CREATE TABLE loans (
  -- A short number that people can say and type.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reference text CONSTRAINT loans_reference UNIQUE CHECK (reference ~ '^[\x21-\x7e]{1,100}$'),
  version integer NOT NULL CHECK (version >= 1),
  status text NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed', 'paid')),
  asset text NOT NULL CHECK (asset IN ('BTC', 'ETH', 'USDT-TRC20')),
  units units NOT NULL CHECK (units > 0),
  -- USDT for one whole coin, the value and its fee: times 10^8.
  rate_scaled units NOT NULL CHECK (rate_scaled > 0),
  value_scaled units NOT NULL CHECK (value_scaled >= 0),
  fee_scaled units NOT NULL CHECK (fee_scaled >= 0),
  receive_address text,
  approval_required boolean NOT NULL,
  -- The maximum native units that the payout's transactions may spend; known once the reserve is asked to pay.
  fee_units_max units CHECK (fee_units_max >= 0),
  -- When the reserve was asked to pay it.
  asked_at timestamptz,
  leg_id text UNIQUE REFERENCES payout_legs (id),
  reverts integer NOT NULL DEFAULT 0 CHECK (reverts >= 0),
  tx_hash text,
  -- Names of administrators.
  created_by text NOT NULL,
  approved_by text,
  paid_by text,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  CONSTRAINT loans_own_approval CHECK (approved_by <> created_by),
  CHECK (approved_by IS NULL OR approval_required),
  CHECK (NOT approval_required OR receive_address IS NOT NULL),
  CHECK ((status = 'pending') = (paid_by IS NULL)),
  CHECK ((status IN ('pending', 'processing')) = (completed_at IS NULL)),
  -- What the reserve pays has an address, a cap on its fee, and a second person where one is needed.
  CONSTRAINT loans_payable CHECK (status IN ('pending', 'paid')
    OR (receive_address IS NOT NULL AND fee_units_max IS NOT NULL AND (NOT approval_required OR approved_by IS NOT NULL))),
  CHECK (status NOT IN ('pending', 'paid') OR (leg_id IS NULL AND fee_units_max IS NULL)),
  CHECK (status NOT IN ('completed', 'failed') OR leg_id IS NOT NULL),
  CHECK ((fee_units_max IS NULL) = (asked_at IS NULL))
);
CREATE INDEX loans_status ON loans (status, id);
-- For the sums of 24 hours.
CREATE INDEX loans_created ON loans (created_at);
CREATE INDEX loans_asked ON loans (asked_at);
-- A loan and its leg reference each other, so one of the two constraints comes after both tables; its settlement's as well.
ALTER TABLE payout_legs ADD FOREIGN KEY (loan_id) REFERENCES loans (id);
ALTER TABLE settlements ADD FOREIGN KEY (loan_id) REFERENCES loans (id);
