-- Whether this is a customer's consent as orders keep it: the figures agreed to, for what, and the least that they may become.
-- Room: orders.
CREATE FUNCTION is_order_consent(consent jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_typeof(consent) = 'object' AND is_order_figures(consent - ARRAY['sendUnits', 'receiveUnitsMin', 'at'])
    AND is_units(consent -> 'sendUnits') AND is_units(consent -> 'receiveUnitsMin') AND jsonb_typeof(consent -> 'at') = 'number', false)
$$;
