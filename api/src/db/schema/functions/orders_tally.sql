-- Counts an order that finishes, on the day of its end.
-- Room: stats.
CREATE FUNCTION orders_tally() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ended_ms numeric := coalesce((NEW.body -> 'phase' ->> 'at')::numeric, extract(epoch FROM NEW.updated_at) * 1000);
BEGIN
  INSERT INTO order_tallies AS tally (day, state, reason, seconds, orders)
  VALUES (
    (to_timestamp(ended_ms / 1000) AT TIME ZONE 'UTC')::date,
    NEW.state,
    CASE WHEN NEW.state <> 'completed' THEN NEW.asked_reason END,
    CASE WHEN NEW.state = 'completed' THEN tally_seconds(NEW.body, ended_ms) END,
    1)
  ON CONFLICT (day, state, reason, seconds) DO UPDATE SET orders = tally.orders + 1;
  RETURN NULL;
END $$;

-- Runs with the rights of the role that ends the order: only the worker may, so the public process cannot finish one.
CREATE TRIGGER orders_tally AFTER UPDATE OF state ON orders FOR EACH ROW
  WHEN (NEW.state IN ('completed', 'refunded', 'failed') AND OLD.state <> NEW.state) EXECUTE FUNCTION orders_tally();
