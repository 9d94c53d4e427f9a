-- Seconds from the first sight of a credited deposit (its block's time where that is earlier) to the given end,
-- rounded up to two significant digits; null without such a deposit.
-- Room: stats.
CREATE FUNCTION tally_seconds(body jsonb, ended_ms numeric) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT (ceil(seconds / grain) * grain)::integer
  FROM (
    SELECT greatest(0, ceil((ended_ms - min(least((deposit ->> 'seenAt')::numeric, (deposit ->> 'blockAt')::numeric))) / 1000)) AS seconds
    FROM jsonb_array_elements(body -> 'deposits') AS deposit
    WHERE deposit ->> 'status' = 'credited' AND deposit ->> 'childId' IS NULL
    HAVING count(*) > 0
  ) AS whole, LATERAL (SELECT power(10::numeric, greatest(0, length(seconds::text) - 2)) AS grain) AS coarse
$$;
