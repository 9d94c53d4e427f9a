-- What the public process may place: an order that waits for its payment, to which nothing has happened, or the order of
-- money that is claimed, as the deposit's own row says. Its columns are those of its terms. Administrators' process places only
-- the latter.
-- Room: orders.
CREATE FUNCTION orders_placed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  claim record;
  held jsonb := CASE WHEN NEW.terms ->> 'orderType' = 'fixed' THEN NEW.terms #> '{quote,receiveUnits}' ELSE '{"$bigint": "0"}' END;
  begun jsonb := '{"phase": {"state": "waiting"}, "deposits": [], "late": false, "closedAs": null, "children": [], "revision": 0,
    "approval": null, "settlement": null, "legs": []}'::jsonb || jsonb_build_object('heldUnits', held, 'unpaidUnits', held);
  fits boolean := NEW.id ~ '^[A-Za-z0-9_-]{22}$' AND NEW.version = 1 AND NEW.parent_id IS NULL AND NEW.asked_reason IS NULL
    AND jsonb_typeof(NEW.terms -> 'book') = 'string' AND NEW.book = NEW.terms ->> 'book'
    AND jsonb_typeof(NEW.terms -> 'sendAsset') = 'string' AND NEW.send_asset = NEW.terms ->> 'sendAsset'
    AND NEW.created_at = NEW.updated_at AND extract(epoch FROM NEW.created_at) * 1000 = (NEW.terms ->> 'createdAt')::numeric;
BEGIN
  IF NEW.state = 'waiting' THEN
    fits := fits AND current_user = 'sotto_http' AND is_order_terms(NEW.terms) AND NEW.body = begun
      AND extract(epoch FROM NEW.next_timer_at) * 1000 = (NEW.terms ->> 'expiresAt')::numeric;
  ELSE
    SELECT * INTO claim FROM claim_order(NEW.body #>> '{deposits,0,id}', NEW.terms);
    fits := fits AND NEW.state = 'confirming' AND NEW.terms = claim.terms AND NEW.body = claim.body
      AND NEW.refund_address IS NOT NULL AND NEW.next_timer_at IS NULL;
  END IF;
  IF fits IS NOT TRUE THEN
    RAISE EXCEPTION 'an order begins with nothing but its terms' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER orders_placed BEFORE INSERT ON orders FOR EACH ROW
  WHEN (current_user IN ('sotto_http', 'sotto_admin')) EXECUTE FUNCTION orders_placed();
