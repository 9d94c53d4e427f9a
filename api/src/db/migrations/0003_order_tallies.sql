-- Why an order last waited for its holder or an administrator: tells afterwards whether a refund was our doing.
ALTER TABLE orders ADD COLUMN asked_reason text;
--> statement-breakpoint
CREATE FUNCTION orders_asked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.asked_reason := NEW.body -> 'phase' ->> 'reason';
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_asked BEFORE INSERT OR UPDATE ON orders FOR EACH ROW
  WHEN (NEW.state IN ('action_required', 'hold')) EXECUTE FUNCTION orders_asked();
--> statement-breakpoint
-- Finished orders by day: what the published figures are computed from. A tally names no order, so it outlives the
-- purge of the orders it counted; seconds are coarse for the same reason.
CREATE TABLE order_tallies (
  day date NOT NULL,
  state text NOT NULL CHECK (state IN ('completed', 'refunded', 'failed')),
  -- Of refunded and failed orders: orders.asked_reason. Null where nobody was asked.
  reason text,
  -- Of completed orders: from the first sight of the deposit to the end. Null once the day is folded.
  seconds integer CHECK (seconds >= 0),
  orders bigint NOT NULL CHECK (orders > 0),
  UNIQUE NULLS NOT DISTINCT (day, state, reason, seconds)
);
--> statement-breakpoint
-- Seconds from the first sight of a credited deposit (its block's time where that is earlier) to the given end,
-- rounded up to two significant digits; null without such a deposit.
CREATE FUNCTION tally_seconds(body jsonb, ended_ms numeric) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT (ceil(seconds / grain) * grain)::integer
  FROM (
    SELECT greatest(0, ceil((ended_ms - min(least((deposit ->> 'seenAt')::numeric, (deposit ->> 'blockAt')::numeric))) / 1000)) AS seconds
    FROM jsonb_array_elements(body -> 'deposits') AS deposit
    WHERE deposit ->> 'status' = 'credited' AND deposit ->> 'childId' IS NULL
    HAVING count(*) > 0
  ) AS whole, LATERAL (SELECT power(10::numeric, greatest(0, length(seconds::text) - 2)) AS grain) AS coarse
$$;
--> statement-breakpoint
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
--> statement-breakpoint
-- Runs with the rights of whoever ends the order: only the worker may, so the public process cannot finish one.
CREATE TRIGGER orders_tally AFTER UPDATE OF state ON orders FOR EACH ROW
  WHEN (NEW.state IN ('completed', 'refunded', 'failed') AND OLD.state <> NEW.state) EXECUTE FUNCTION orders_tally();
--> statement-breakpoint
-- Orders that ended before there were tallies; why they were refunded is not known any more.
INSERT INTO order_tallies (day, state, reason, seconds, orders)
SELECT (to_timestamp(ended_ms / 1000) AT TIME ZONE 'UTC')::date, state, NULL, seconds, count(*)
FROM (
  SELECT state, ended_ms, CASE WHEN state = 'completed' THEN tally_seconds(body, ended_ms) END AS seconds
  FROM orders, LATERAL (
    SELECT coalesce((body -> 'phase' ->> 'at')::numeric, extract(epoch FROM updated_at) * 1000) AS ended_ms
  ) AS ending
  WHERE state IN ('completed', 'refunded', 'failed')
) AS finished
GROUP BY 1, 2, 4;
--> statement-breakpoint
GRANT SELECT ON order_tallies TO sotto_http, sotto_worker;
--> statement-breakpoint
GRANT INSERT, UPDATE, DELETE ON order_tallies TO sotto_worker;
