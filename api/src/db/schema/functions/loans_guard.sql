-- Keeps a loan's terms, and lets its status move only forward. A loan can start to need a second person's approval
-- when it is worth more on the day of its payment; it never stops needing one.
-- Room: loans.
CREATE FUNCTION loans_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'pending' OR NEW.version <> 1 OR NEW.approved_by IS NOT NULL OR NEW.tx_hash IS NOT NULL THEN
      RAISE EXCEPTION 'a loan begins as pending' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.reference, NEW.asset, NEW.units, NEW.rate_scaled, NEW.value_scaled, NEW.fee_scaled, NEW.receive_address,
      NEW.created_by, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.reference, OLD.asset, OLD.units, OLD.rate_scaled, OLD.value_scaled, OLD.fee_scaled,
      OLD.receive_address, OLD.created_by, OLD.created_at)
    OR (OLD.approval_required AND NOT NEW.approval_required)
    OR (OLD.approved_by IS NOT NULL AND NEW.approved_by IS DISTINCT FROM OLD.approved_by)
    OR (OLD.paid_by IS NOT NULL AND NEW.paid_by IS DISTINCT FROM OLD.paid_by)
    OR (OLD.fee_units_max IS NOT NULL AND NEW.fee_units_max IS DISTINCT FROM OLD.fee_units_max)
    OR (OLD.asked_at IS NOT NULL AND NEW.asked_at IS DISTINCT FROM OLD.asked_at)
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
  -- What became of a payout is said by who followed it, never by who asked for it.
  IF OLD.status = 'processing' AND current_user = 'sotto_admin' THEN
    RAISE EXCEPTION 'only the worker goes on with a loan that is being paid' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER loans_guard BEFORE INSERT OR UPDATE ON loans FOR EACH ROW EXECUTE FUNCTION loans_guard();
