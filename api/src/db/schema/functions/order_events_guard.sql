-- What those who answer may write into the history of an order: the event that led to the version at which it is now, of
-- the kinds that people cause, under a key that names the order. A claim's key is the deposit that its order is for.
-- Room: orders.
CREATE FUNCTION order_events_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  subject record;
  fits boolean;
BEGIN
  SELECT o.version, o.state, o.body, o.updated_at INTO subject FROM orders o WHERE o.id = NEW.order_id;
  fits := NEW.version = subject.version AND NEW.state = subject.state AND NEW.at = subject.updated_at
    AND jsonb_typeof(NEW.body) = 'object' AND CASE NEW.source
      WHEN 'visitor' THEN NEW.type = 'created' AND NEW.version = 1 AND NEW.external_id = NEW.order_id || ':created'
        AND current_user = 'sotto_http'
      WHEN 'claim' THEN NEW.type = 'claimed' AND NEW.version = 1 AND NEW.external_id = subject.body #>> '{deposits,0,id}'
      WHEN 'holder' THEN NEW.type IN ('decision', 'refund_address', 'cancel', 'mix_delayed') AND NEW.version > 1
        AND starts_with(NEW.external_id, NEW.order_id || ':') AND current_user = 'sotto_http'
      WHEN 'offer' THEN NEW.type = 'offer_refreshed' AND NEW.version > 1
        AND NEW.external_id = NEW.order_id || ':' || (subject.body ->> 'revision')
      WHEN 'admin' THEN NEW.type IN ('release', 'refund_held') AND NEW.version > 1
        AND starts_with(NEW.external_id, NEW.order_id || ':') AND current_user = 'sotto_admin'
      ELSE false END;
  IF fits IS NOT TRUE THEN
    RAISE EXCEPTION 'no event that people cause' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

-- After the statement, which changes the order too.
CREATE TRIGGER order_events_guard AFTER INSERT ON order_events FOR EACH ROW
  WHEN (current_user IN ('sotto_http', 'sotto_admin')) EXECUTE FUNCTION order_events_guard();
