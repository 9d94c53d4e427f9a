-- Keeps why an order waits for a decision, for the tallies.
-- Room: orders.
CREATE FUNCTION orders_asked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.asked_reason := NEW.body -> 'phase' ->> 'reason';
  RETURN NEW;
END $$;

CREATE TRIGGER orders_asked BEFORE INSERT OR UPDATE ON orders FOR EACH ROW
  WHEN (NEW.state IN ('action_required', 'hold')) EXECUTE FUNCTION orders_asked();
