-- Whether this is an offer as orders keep it.
-- Room: orders.
CREATE FUNCTION is_order_offer(offer jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_typeof(offer) = 'object' AND offer - ARRAY['at', 'validUntil', 'exchange', 'refund'] = '{}'
    AND jsonb_typeof(offer -> 'at') = 'number' AND jsonb_typeof(offer -> 'validUntil') = 'number'
    AND (offer -> 'exchange' = 'null' OR is_order_figures(offer -> 'exchange'))
    AND (offer -> 'refund' = 'null' OR (offer -> 'refund') - ARRAY['networkFeeUnits', 'units'] = '{}'
      AND is_units(offer #> '{refund,networkFeeUnits}') AND is_units(offer #> '{refund,units}')), false)
$$;
