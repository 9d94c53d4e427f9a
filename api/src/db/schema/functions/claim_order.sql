-- The terms and the body with which a deposit's order begins that is claimed by a deletion note, or that an administrator pays
-- back: as the deposit's row says. Only what is booked to no owner is returned: by a note what came to a deleted order's address,
-- by an administrator what came to a sister chain's.
-- Room: orders.
CREATE FUNCTION claim_order(deposit_id text, given jsonb, OUT terms jsonb, OUT body jsonb) LANGUAGE sql STABLE AS $$
  SELECT
    jsonb_build_object('parentId', NULL, 'orderType', 'floating', 'sendAsset', d.asset, 'receiveAsset', d.asset,
      'sendUnits', units.json, 'payout', '{"kind": "refund_only", "because": "claimed"}'::jsonb, 'receiveMemo', NULL,
      'depositAddress', d.address, 'book', given -> 'book', 'feePpm', given -> 'feePpm', 'sendUnitsMin', zero.json, 'sendUnitsMax', units.json,
      'quote', jsonb_build_object('rate', jsonb_build_object('numerator', one.json, 'denominator', one.json), 'networkFeeUnits', zero.json, 'receiveUnits', zero.json),
      'mismatch', '{}'::jsonb, 'createdAt', given -> 'createdAt', 'expiresAt', given -> 'createdAt'),
    jsonb_build_object('phase', '{"state": "confirming"}'::jsonb, 'late', true, 'closedAs', NULL, 'children', '[]'::jsonb, 'heldUnits', zero.json,
      'unpaidUnits', zero.json, 'revision', 0, 'approval', NULL, 'settlement', NULL, 'legs', '[]'::jsonb,
      'deposits', jsonb_build_array(jsonb_build_object('id', d.id, 'txHash', d.tx_hash, 'asset', d.asset, 'units', units.json,
        'seenAt', extract(epoch FROM d.first_seen_at) * 1000, 'blockAt', extract(epoch FROM d.block_at) * 1000, 'status', 'pending',
        'replaced', false, 'screening', 'open', 'childId', NULL)))
  FROM deposits d, (SELECT '{"$bigint": "0"}'::jsonb AS json) AS zero, (SELECT '{"$bigint": "1"}'::jsonb AS json) AS one,
    LATERAL (SELECT jsonb_build_object('$bigint', d.units::text) AS json) AS units
  WHERE d.id = deposit_id AND d.kind = 'unallocated' AND d.state = 'credited' AND is_units(given -> 'feePpm')
    AND CASE current_user WHEN 'sotto_admin' THEN d.home IS NOT NULL
      ELSE d.home IS NULL AND is_forgotten_address(d.chain, d.address)
        AND NOT EXISTS (SELECT 1 FROM addresses a WHERE a.chain = d.chain AND a.address = d.address) END
$$;
