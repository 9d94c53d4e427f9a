-- Forgets what the wallet knows of a deposit address whose coins are gone.
-- Room: payouts.
CREATE FUNCTION payouts_forget_address(of_chain text, of_address text) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM wallet_outputs WHERE chain = of_chain AND address = of_address AND state = 'spent';
  DELETE FROM unswept WHERE chain = of_chain AND address = of_address AND units = 0;
  DELETE FROM wallet_nonces WHERE chain = of_chain AND sender = of_address;
  DELETE FROM unplanned_spends WHERE chain = of_chain AND sender = of_address AND state = 'adopted';
END $$;
