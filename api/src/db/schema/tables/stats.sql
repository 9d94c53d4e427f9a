-- Finished orders by day: what the published figures are computed from. A tally names no order, so it outlives the
-- orders that it counted; seconds are coarse for the same reason.
-- Room: stats.
CREATE TABLE order_tallies (
  day date NOT NULL,
  state text NOT NULL CHECK (state IN ('completed', 'refunded', 'failed')),
  -- Of refunded and failed orders: orders.asked_reason. Null where no decision was asked for.
  reason text,
  -- Of completed orders: from the first sight of the deposit to the end. Null once the day is folded.
  seconds integer CHECK (seconds >= 0),
  orders bigint NOT NULL CHECK (orders > 0),
  UNIQUE NULLS NOT DISTINCT (day, state, reason, seconds)
);
