-- Plans legs, each with its settlement.
-- Room: payouts.
CREATE FUNCTION plan_legs(legs jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payout_legs (id, order_id, loan_id, leg_no, kind, chain, asset, destination, units, fee_units_max, state, created_at)
  SELECT l.id, l.order_id, l.loan_id, l.leg_no, l.kind, l.chain, l.asset, l.destination, l.units, l.fee_units_max, 'planned', l.created_at
  FROM jsonb_to_recordset(legs) AS l (id text, order_id text, loan_id bigint, leg_no integer, kind text, chain text, asset text,
    destination text, units numeric, fee_units_max numeric, created_at timestamptz);
  INSERT INTO settlements (leg_id, kind, order_id, loan_id, asset, destination, units, fee_units_max, credited_units,
    network_fee_units, rate_numerator, rate_denominator, created_at)
  SELECT l.id, l.kind, l.order_id, l.loan_id, l.asset, l.destination, l.units, l.fee_units_max, l.credited_units,
    l.network_fee_units, l.rate_numerator, l.rate_denominator, l.created_at
  FROM jsonb_to_recordset(legs) AS l (id text, order_id text, loan_id bigint, kind text, asset text, destination text, units numeric,
    fee_units_max numeric, credited_units numeric, network_fee_units numeric, rate_numerator numeric, rate_denominator numeric,
    created_at timestamptz);
END $$;
