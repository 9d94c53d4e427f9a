-- Keeps an order's terms and its refund address, and lets it advance one version at a time. The public process takes in a
-- customer's wishes and nothing else: it cancels what is not paid, and answers questions that the worker asked. What was
-- deposited, settled or planned is not its to say.
-- Room: orders.
CREATE FUNCTION orders_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wishes text[] := ARRAY['phase', 'approval', 'revision', 'heldUnits', 'unpaidUnits', 'mix'];
BEGIN
  IF NEW.terms <> OLD.terms OR NEW.book <> OLD.book OR NEW.tracking_code <> OLD.tracking_code OR NEW.send_asset <> OLD.send_asset THEN
    RAISE EXCEPTION 'the terms of an order never change' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.refund_address IS NOT NULL AND NEW.refund_address IS DISTINCT FROM OLD.refund_address THEN
    RAISE EXCEPTION 'a refund address is set once' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.version <> OLD.version + 1 THEN
    RAISE EXCEPTION 'an order advances one version at a time' USING ERRCODE = 'check_violation';
  END IF;
  IF current_user = 'sotto_http' THEN
    IF NEW.state <> OLD.state AND NOT (OLD.state = 'waiting' AND NEW.state = 'cancelled'
        OR OLD.state = 'action_required' AND NEW.state IN ('screening', 'exchanging', 'refunding'))
      OR NEW.state IS DISTINCT FROM NEW.body #>> '{phase,state}'
      OR NEW.state = OLD.state AND OLD.state <> 'action_required' AND NEW.body -> 'phase' IS DISTINCT FROM OLD.body -> 'phase'
      OR NEW.body - wishes IS DISTINCT FROM OLD.body - wishes
      OR (NEW.body -> 'mix') - 'delayMinutes' IS DISTINCT FROM (OLD.body -> 'mix') - 'delayMinutes' THEN
      RAISE EXCEPTION 'only the worker says what becomes of an order' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER orders_guard BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION orders_guard();
