-- Moves orders on with what events changed: the order, its events, the commands that follow, and the money. An order that is no
-- longer at the version `from_version` stays as it is, with all that the move says of it; the others are returned.
-- Room: orders.
CREATE FUNCTION advance_orders(moves jsonb) RETURNS SETOF text LANGUAGE plpgsql
  -- A connection keeps the plans that it made: one of a day when there were few orders would read all of them later.
  SET enable_seqscan = off AS $$
DECLARE
  ids text[] := ARRAY(SELECT jsonb_path_query(moves, '$[*].id') #>> '{}');
  moved_ids text[];
  moved jsonb := moves;
BEGIN
  IF EXISTS (SELECT 1 FROM jsonb_array_elements(moves) AS m (move) WHERE jsonb_typeof(move -> 'money') IS DISTINCT FROM 'object'
    OR jsonb_typeof(move -> 'work') IS DISTINCT FROM 'array' OR jsonb_typeof(move -> 'events') IS DISTINCT FROM 'array') THEN
    RAISE EXCEPTION 'a move that does not say all of it';
  END IF;
  IF (SELECT count(DISTINCT id) FROM unnest(ids) AS id) <> jsonb_array_length(moves) THEN
    RAISE EXCEPTION 'each order moves once';
  END IF;
  -- The reserves come first in every transaction that books.
  PERFORM lock_reserves(ARRAY(SELECT asset #>> '{}' FROM (SELECT jsonb_path_query(moves, '$[*].money.*[*].asset')
    UNION SELECT jsonb_path_query(moves, '$[*].money.bookings[*].entries[*].asset')) AS a (asset)));
  -- In one row order: those who move the same orders do not wait for each other in a circle.
  PERFORM FROM orders WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  WITH advanced AS (
    UPDATE orders AS o SET version = m.version, state = m.state, body = m.body, refund_address = m.refund_address,
      next_timer_at = m.next_timer_at, updated_at = m.updated_at
    FROM jsonb_to_recordset(moves) AS m (id text, from_version integer, version integer, state text, body jsonb, refund_address text,
      next_timer_at timestamptz, updated_at timestamptz)
    WHERE o.id = ANY (ids) AND o.id = m.id AND o.version = m.from_version RETURNING o.id
  ) SELECT array_agg(id) INTO moved_ids FROM advanced;
  IF moved_ids IS NULL THEN RETURN; END IF;
  IF cardinality(moved_ids) < cardinality(ids) THEN
    moved := (SELECT jsonb_agg(move) FROM jsonb_array_elements(moves) AS m (move) WHERE move ->> 'id' = ANY (moved_ids));
  END IF;
  INSERT INTO order_events (order_id, version, source, external_id, type, body, state, at)
  SELECT m.id, e.version, e.source, e.external_id, e.type, e.body, e.state, e.at
  FROM jsonb_to_recordset(moved) AS m (id text, events jsonb), jsonb_to_recordset(m.events) AS e (version integer, source text,
    external_id text, type text, body jsonb, state text, at timestamptz);
  PERFORM queue_commands(jsonb_path_query_array(moved, '$[*].work[*]'));
  PERFORM write_money(jsonb_path_query_array(moved, '$[*].money'));
  RETURN QUERY SELECT unnest(moved_ids);
END $$;
