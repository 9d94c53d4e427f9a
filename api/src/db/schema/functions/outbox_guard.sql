-- What those who answer may put to the worker: the command that follows from a person's event, under the key that this
-- event leads to, and not done before it was begun. Of an order, the command is the one of its state; of a loan, the plan of its payment.
-- Room: outbox.
CREATE FUNCTION outbox_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fits boolean := NEW.attempts = 0 AND NEW.fence = 0 AND NEW.lease_until IS NULL AND NEW.last_error IS NULL AND NEW.done_at IS NULL
    AND NEW.created_at = NEW.next_attempt_at AND NEW.kind = NEW.payload ->> 'kind';
BEGIN
  IF NEW.order_id IS NULL THEN
    fits := fits AND current_user = 'sotto_admin' AND EXISTS (SELECT 1 FROM loans l WHERE l.status = 'processing' AND l.leg_id IS NULL
      AND NEW.key = 'loan:' || l.id || ':' || l.version || ':1'
      AND NEW.payload = jsonb_build_object('kind', 'plan_loan', 'loanId', l.id::text));
  ELSE
    fits := fits AND EXISTS (SELECT 1 FROM orders o JOIN order_events e ON e.order_id = o.id AND e.version = o.version
      WHERE o.id = NEW.order_id AND NEW.created_at = o.updated_at
        AND (e.source = 'holder' AND NEW.key = o.id || ':' || o.version || ':1' AND current_user = 'sotto_http'
          OR e.source = 'claim' AND NEW.key = o.id || ':' || o.version || ':1'
          OR e.source = 'admin' AND starts_with(NEW.key, o.id || ':' || o.version || ':') AND current_user = 'sotto_admin')
        AND CASE NEW.kind
          WHEN 'settle' THEN o.state = 'exchanging' AND NEW.payload = '{"kind": "settle"}'
          WHEN 'plan_refund' THEN o.state = 'refunding' AND NEW.payload = '{"kind": "plan_refund"}'
          WHEN 'claim' THEN e.source = 'claim' AND NEW.payload = jsonb_build_object('kind', 'claim', 'depositId', e.external_id)
          WHEN 'send_leg' THEN o.state IN ('sending', 'refunding') AND e.source = 'admin'
          WHEN 'replan_leg' THEN o.state IN ('sending', 'refunding') AND e.source = 'admin'
          ELSE false END
        AND (NEW.kind NOT IN ('send_leg', 'replan_leg') OR EXISTS (SELECT 1 FROM payout_legs l WHERE l.order_id = o.id
          AND NEW.payload = jsonb_build_object('kind', NEW.kind, 'legId', l.id))));
  END IF;
  IF fits IS NOT TRUE THEN
    RAISE EXCEPTION 'no work that follows from a person''s event' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

-- After the statement, which writes the event too.
CREATE TRIGGER outbox_guard AFTER INSERT ON outbox FOR EACH ROW
  WHEN (current_user IN ('sotto_http', 'sotto_admin')) EXECUTE FUNCTION outbox_guard();
