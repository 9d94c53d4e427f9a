-- Notes that something came to an address whose order is forgotten.
-- Room: retention.
CREATE FUNCTION leftovers_noted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at text;
BEGIN
  IF TG_TABLE_NAME = 'payout_attempts' THEN
    at := CASE NEW.kind WHEN 'top_up' THEN NEW.destination ELSE NEW.sender END;
  ELSE
    at := NEW.address;
  END IF;
  -- An order that is forgotten at this moment has locked its address: it is gone then, or finds what is written here.
  PERFORM 1 FROM addresses d WHERE d.chain = ANY (sister_chains(NEW.chain)) AND d.address = at FOR KEY SHARE;
  IF NOT FOUND AND is_forgotten_address(NEW.chain, at) THEN
    -- Locks the row that is there: housekeeping that is about to delete it looks again once this is written.
    INSERT INTO leftovers (chain, address) VALUES (NEW.chain, at) ON CONFLICT (chain, address) DO UPDATE SET address = excluded.address;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER leftovers_noted AFTER INSERT ON payout_attempts FOR EACH ROW
  WHEN (NEW.kind IN ('sweep', 'top_up', 'adopted')) EXECUTE FUNCTION leftovers_noted();
CREATE TRIGGER leftovers_noted AFTER INSERT ON unswept FOR EACH ROW EXECUTE FUNCTION leftovers_noted();
CREATE TRIGGER leftovers_noted AFTER INSERT ON wallet_outputs FOR EACH ROW
  WHEN (NEW.branch = 'deposit') EXECUTE FUNCTION leftovers_noted();
CREATE TRIGGER leftovers_noted AFTER INSERT ON deposits FOR EACH ROW
  WHEN (NEW.kind = 'unallocated') EXECUTE FUNCTION leftovers_noted();
