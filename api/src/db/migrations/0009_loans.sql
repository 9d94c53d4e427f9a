-- Payout (loan) orders: the operator's own payments to others. They are never forgotten, nor are their references.
CREATE TABLE loans (
  -- A number that can be spoken of.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reference text CONSTRAINT loans_reference UNIQUE CHECK (reference ~ '^[\x21-\x7e]{1,100}$'),
  version integer NOT NULL CHECK (version >= 1),
  status text NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed', 'paid')),
  asset text NOT NULL CHECK (asset IN ('BTC', 'ETH', 'USDT-TRC20')),
  units units NOT NULL CHECK (units > 0),
  -- USDT for one whole coin, the value and the fee of it: times 10^8.
  rate_scaled units NOT NULL CHECK (rate_scaled > 0),
  value_scaled units NOT NULL CHECK (value_scaled >= 0),
  fee_scaled units NOT NULL CHECK (fee_scaled >= 0),
  receive_address text,
  approval_required boolean NOT NULL,
  -- Native units that the payout's transactions may spend at most; known once the reserve is asked to pay.
  fee_units_max units CHECK (fee_units_max >= 0),
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
  CHECK (status NOT IN ('completed', 'failed') OR leg_id IS NOT NULL)
);
--> statement-breakpoint
CREATE INDEX loans_status ON loans (status, id);
--> statement-breakpoint
CREATE FUNCTION loans_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'pending' OR NEW.version <> 1 OR NEW.approved_by IS NOT NULL OR NEW.tx_hash IS NOT NULL THEN
      RAISE EXCEPTION 'a loan begins as pending' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.reference, NEW.asset, NEW.units, NEW.rate_scaled, NEW.value_scaled, NEW.fee_scaled, NEW.receive_address,
      NEW.approval_required, NEW.created_by, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.reference, OLD.asset, OLD.units, OLD.rate_scaled, OLD.value_scaled, OLD.fee_scaled,
      OLD.receive_address, OLD.approval_required, OLD.created_by, OLD.created_at)
    OR (OLD.approved_by IS NOT NULL AND NEW.approved_by IS DISTINCT FROM OLD.approved_by)
    OR (OLD.paid_by IS NOT NULL AND NEW.paid_by IS DISTINCT FROM OLD.paid_by)
    OR (OLD.fee_units_max IS NOT NULL AND NEW.fee_units_max IS DISTINCT FROM OLD.fee_units_max)
    OR (OLD.leg_id IS NOT NULL AND NEW.leg_id IS DISTINCT FROM OLD.leg_id) THEN
    RAISE EXCEPTION 'the terms of a loan never change' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.version <> OLD.version + 1 THEN
    RAISE EXCEPTION 'a loan advances one version at a time' USING ERRCODE = 'check_violation';
  END IF;
  IF NOT (OLD.status = 'pending' AND NEW.status IN ('pending', 'processing', 'paid')
    OR OLD.status = 'processing' AND NEW.status IN ('processing', 'completed', 'failed')) THEN
    RAISE EXCEPTION 'a loan is paid once, and never goes back' USING ERRCODE = 'check_violation';
  END IF;
  -- What became of a payout is said by who followed it, never by the public process.
  IF OLD.status = 'processing' AND current_user = 'sotto_http' THEN
    RAISE EXCEPTION 'only the worker goes on with a loan that is being paid' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_guard BEFORE INSERT OR UPDATE ON loans FOR EACH ROW EXECUTE FUNCTION loans_guard();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON loans FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
-- A leg is of an order, or the only one of a loan.
ALTER TABLE payout_legs ALTER COLUMN order_id DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE payout_legs ADD COLUMN loan_id bigint CONSTRAINT payout_legs_loan UNIQUE REFERENCES loans (id);
--> statement-breakpoint
ALTER TABLE payout_legs DROP CONSTRAINT payout_legs_kind_check;
--> statement-breakpoint
ALTER TABLE payout_legs ADD CONSTRAINT payout_legs_kind_check CHECK (kind IN ('payout', 'refund', 'loan')),
  ADD CONSTRAINT payout_legs_owner CHECK ((kind = 'loan') = (loan_id IS NOT NULL) AND (order_id IS NULL) = (loan_id IS NOT NULL));
--> statement-breakpoint
GRANT SELECT, INSERT ON loans TO sotto_http;
--> statement-breakpoint
GRANT UPDATE (version, status, approved_by, paid_by, fee_units_max, tx_hash, completed_at) ON loans TO sotto_http;
--> statement-breakpoint
GRANT SELECT ON loans TO sotto_worker;
--> statement-breakpoint
GRANT UPDATE (version, status, leg_id, reverts, tx_hash, completed_at) ON loans TO sotto_worker;
--> statement-breakpoint
-- The administrators' list of orders, newest first, by state and by what a person has in hand. A payout's hash is
-- looked up per chain in the attempts' own key.
CREATE INDEX orders_created ON orders (created_at, id);
--> statement-breakpoint
CREATE INDEX orders_state_created ON orders (state, created_at, id);
--> statement-breakpoint
CREATE INDEX deposits_hash ON deposits (tx_hash) WHERE tx_hash IS NOT NULL;
