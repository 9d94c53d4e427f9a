-- Locks the reserves of assets, in one row order, before anything that books or sets aside changes them: accounts that others
-- share are changed only by those who hold the reserves of their asset.
-- Room: reserves.
CREATE FUNCTION lock_reserves(assets text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM reserves WHERE asset = ANY (assets) ORDER BY asset FOR NO KEY UPDATE;
END $$;
