-- Where the public process may have an order paid: at one address, which the order's terms name, when it is placed; never at
-- the hot wallet's own, nor at a deleted order's, and where addresses come from a pool at the one of its index. An index has to be one that was handed out.
-- Room: address.
CREATE FUNCTION addresses_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  given boolean;
BEGIN
  EXECUTE format('SELECT last_value >= $1 FROM %I', 'deposit_index_' || NEW.chain) INTO given USING NEW.index;
  IF (given AND NOT NEW.pool
    AND EXISTS (SELECT 1 FROM orders o WHERE o.id = NEW.order_id AND o.version = 1 AND o.state = 'waiting' AND o.terms ->> 'depositAddress' = NEW.address)
    AND (SELECT count(*) FROM addresses a WHERE a.order_id = NEW.order_id) = 1
    AND NOT EXISTS (SELECT 1 FROM public_wallets w WHERE w.chain = NEW.chain AND w.hot_address = NEW.address)
    AND NOT EXISTS (SELECT 1 FROM address_pool p WHERE p.chain = NEW.chain AND p.index = NEW.index AND p.address <> NEW.address)
    AND NOT is_forgotten_address(NEW.chain, NEW.address)) IS NOT TRUE THEN
    RAISE EXCEPTION 'not the address of a new order' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

-- After the statement, which places the order too.
CREATE TRIGGER addresses_guard AFTER INSERT ON addresses FOR EACH ROW
  WHEN (current_user = 'sotto_http') EXECUTE FUNCTION addresses_guard();
