-- Forgets the legs of orders with their settlements, and the outputs that `spending`, the transactions of these orders, have spent. The transactions
-- themselves are forgotten before (payouts_forget_attempts): they refer to the legs.
-- Room: payouts.
CREATE FUNCTION payouts_forget_legs(family text[], spending bigint[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM wallet_outputs WHERE attempt_id = ANY (spending) AND state = 'spent';
  DELETE FROM payout_overrides o USING payout_legs l WHERE l.id = o.leg_id AND l.order_id = ANY (family);
  DELETE FROM payout_releases r USING payout_legs l WHERE l.id = r.leg_id AND l.order_id = ANY (family);
  DELETE FROM settlement_caps c USING settlements s WHERE s.leg_id = c.leg_id AND s.order_id = ANY (family);
  DELETE FROM settlements WHERE order_id = ANY (family);
  DELETE FROM payout_legs WHERE order_id = ANY (family);
END $$;
