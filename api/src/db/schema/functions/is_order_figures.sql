-- Whether these are the figures of an exchange as orders keep them: a rate, its network fee and what it brings.
-- Room: orders.
CREATE FUNCTION is_order_figures(figures jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_typeof(figures) = 'object' AND figures - ARRAY['rate', 'networkFeeUnits', 'receiveUnits'] = '{}'
    AND jsonb_typeof(figures -> 'rate') = 'object' AND (figures -> 'rate') - ARRAY['numerator', 'denominator'] = '{}'
    AND is_units(figures #> '{rate,numerator}') AND is_units(figures #> '{rate,denominator}')
    AND figures #>> '{rate,denominator,$bigint}' <> '0'
    AND is_units(figures -> 'networkFeeUnits') AND is_units(figures -> 'receiveUnits'), false)
$$;
