-- Whether a member of a stored order is an amount of smallest units, and not below zero.
-- Room: orders.
CREATE FUNCTION is_units(member jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_typeof(member) = 'object' AND member - '$bigint' = '{}' AND jsonb_typeof(member -> '$bigint') = 'string'
    AND member ->> '$bigint' ~ '^(0|[1-9][0-9]{0,77})$', false)
$$;
