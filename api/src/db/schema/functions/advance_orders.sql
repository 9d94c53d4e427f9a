-- Moves orders on with what events changed: the order, its events, the commands that follow, and the money. An order that is no
-- longer at the version `from_version` stays as it is, with all that the move says of it; the others are returned.
-- Room: orders.
CREATE FUNCTION advance_orders(moves jsonb) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  move record;
  moved jsonb := '[]';
BEGIN
  -- The reserves come first in every transaction that books.
  PERFORM lock_reserves(ARRAY(SELECT asset #>> '{}' FROM (SELECT jsonb_path_query(moves, '$[*].money.*[*].asset')
    UNION SELECT jsonb_path_query(moves, '$[*].money.bookings[*].entries[*].asset')) AS a (asset)));
  -- In one row order: those who move the same orders do not wait for each other in a circle.
  FOR move IN
    SELECT m.*, given.value AS whole FROM jsonb_array_elements(moves) AS given (value),
      jsonb_to_record(given.value) AS m (id text, from_version integer, version integer, state text, body jsonb, refund_address text,
        next_timer_at timestamptz, updated_at timestamptz) ORDER BY m.id
  LOOP
    IF jsonb_typeof(move.whole -> 'money') IS DISTINCT FROM 'object' OR jsonb_typeof(move.whole -> 'work') IS DISTINCT FROM 'array'
      OR jsonb_typeof(move.whole -> 'events') IS DISTINCT FROM 'array' THEN
      RAISE EXCEPTION 'a move that does not say all of it';
    END IF;
    UPDATE orders SET version = move.version, state = move.state, body = move.body, refund_address = move.refund_address,
      next_timer_at = move.next_timer_at, updated_at = move.updated_at
    WHERE id = move.id AND version = move.from_version;
    IF FOUND THEN moved := moved || move.whole; END IF;
  END LOOP;
  INSERT INTO order_events (order_id, version, source, external_id, type, body, state, at)
  SELECT m.move ->> 'id', e.version, e.source, e.external_id, e.type, e.body, e.state, e.at
  FROM jsonb_array_elements(moved) AS m (move), jsonb_to_recordset(m.move -> 'events') AS e (version integer, source text,
    external_id text, type text, body jsonb, state text, at timestamptz);
  PERFORM queue_commands(jsonb_path_query_array(moved, '$[*].work[*]'));
  PERFORM write_money(jsonb_path_query_array(moved, '$[*].money'));
  RETURN QUERY SELECT jsonb_path_query(moved, '$[*].id') #>> '{}';
END $$;
