-- Keeps an order's terms and its refund address, and lets it advance one version at a time.
-- Room: orders.
CREATE FUNCTION orders_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.terms <> OLD.terms OR NEW.book <> OLD.book OR NEW.tracking_code <> OLD.tracking_code OR NEW.send_asset <> OLD.send_asset THEN
    RAISE EXCEPTION 'the terms of an order never change' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.refund_address IS NOT NULL AND NEW.refund_address IS DISTINCT FROM OLD.refund_address THEN
    RAISE EXCEPTION 'a refund address is set once' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.version <> OLD.version + 1 THEN
    RAISE EXCEPTION 'an order advances one version at a time' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER orders_guard BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION orders_guard();
