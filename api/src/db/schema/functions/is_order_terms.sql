-- Whether these are the terms of an order that a customer may place: each member of its form, and no amount below zero. The
-- book, the sent asset and the times are compared with the columns beside them.
-- Room: orders.
CREATE FUNCTION is_order_terms(terms jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(terms - ARRAY['mixer'] - ARRAY['parentId', 'orderType', 'sendAsset', 'receiveAsset', 'sendUnits', 'payout', 'receiveMemo',
      'depositAddress', 'book', 'feePpm', 'sendUnitsMin', 'sendUnitsMax', 'quote', 'mismatch', 'createdAt', 'expiresAt'] = '{}'
    AND terms -> 'parentId' = 'null' AND terms -> 'receiveMemo' = 'null'
    AND terms ->> 'orderType' IN ('floating', 'fixed')
    AND jsonb_typeof(terms -> 'receiveAsset') = 'string' AND jsonb_typeof(terms -> 'depositAddress') = 'string'
    AND is_units(terms -> 'sendUnits') AND is_units(terms -> 'feePpm') AND is_units(terms -> 'sendUnitsMin') AND is_units(terms -> 'sendUnitsMax')
    AND is_order_figures(terms -> 'quote')
    AND jsonb_typeof(terms -> 'createdAt') = 'number' AND jsonb_typeof(terms -> 'expiresAt') = 'number'
    AND jsonb_typeof(terms -> 'mismatch') = 'object' AND (terms -> 'mismatch') - ARRAY['less', 'more', 'late'] = '{}'
    AND NOT EXISTS (SELECT 1 FROM jsonb_each_text(terms -> 'mismatch') AS given WHERE given.value IS NULL OR given.value NOT IN ('exchange', 'refund'))
    AND (terms -> 'payout') - 'address' = '{"kind": "to"}' AND jsonb_typeof(terms #> '{payout,address}') = 'string'
    AND (NOT terms ? 'mixer' OR is_order_mixer(terms -> 'mixer')), false)
$$;
