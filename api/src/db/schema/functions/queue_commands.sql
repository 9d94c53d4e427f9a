-- Queues work, due at once: its key, which is never used again, the order that it is about (or null), the command and the time.
-- Room: outbox.
CREATE FUNCTION queue_commands(work jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (key, kind, order_id, payload, created_at, next_attempt_at)
  SELECT w.key, w.command ->> 'kind', w.order_id, w.command, w.at, w.at
  FROM jsonb_to_recordset(work) AS w (key text, order_id text, command jsonb, at timestamptz);
$$;
