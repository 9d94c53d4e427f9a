-- Commands to the outside world, acted on after the commit that wrote them. Leased; `fence` counts the leases.
-- Room: outbox.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL UNIQUE,
  kind text NOT NULL,
  order_id text REFERENCES orders (id),
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  lease_until timestamptz,
  fence bigint NOT NULL DEFAULT 0,
  last_error text,
  done_at timestamptz
);
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE done_at IS NULL;
CREATE INDEX outbox_order ON outbox (order_id);
-- What has been done, until it is deleted.
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;
