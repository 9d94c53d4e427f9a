-- Locks the reserves of assets, in one row order, before anything that books or sets aside changes them: the ledger's entries
-- change reserves in an order of their own, and between the accounts that they change.
-- Room: reserves.
CREATE FUNCTION lock_reserves(assets text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM reserves WHERE asset = ANY (assets) ORDER BY asset FOR NO KEY UPDATE;
END $$;
