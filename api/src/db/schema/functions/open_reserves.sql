-- Makes the reserves of assets that have none yet, which could not be locked otherwise.
-- Room: reserves.
CREATE FUNCTION open_reserves(assets text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reserves (asset) SELECT given.asset FROM unnest(assets) AS given (asset)
  WHERE NOT EXISTS (SELECT 1 FROM reserves r WHERE r.asset = given.asset) ORDER BY given.asset ON CONFLICT DO NOTHING;
END $$;
