-- Adds changes (asset, held, planned, unpaid) to the reserves, in one row order.
-- Room: reserves.
CREATE FUNCTION change_reserves(changes jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT c.asset, sum(c.held) AS held, sum(c.planned) AS planned, sum(c.unpaid) AS unpaid
    FROM jsonb_to_recordset(changes) AS c (asset text, held numeric, planned numeric, unpaid numeric) GROUP BY c.asset ORDER BY c.asset
  LOOP
    -- Those who answer may not write `planned`.
    IF change.planned <> 0 THEN
      UPDATE reserves SET held = held + change.held, planned = planned + change.planned, unpaid = unpaid + change.unpaid
      WHERE asset = change.asset;
    ELSIF change.held <> 0 OR change.unpaid <> 0 THEN
      UPDATE reserves SET held = held + change.held, unpaid = unpaid + change.unpaid WHERE asset = change.asset;
    END IF;
  END LOOP;
END $$;
