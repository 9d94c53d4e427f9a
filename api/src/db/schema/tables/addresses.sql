-- Deposit addresses of orders, and fresh addresses that rounds of a mix pay to.
-- Room: address.
CREATE TABLE addresses (
  chain text NOT NULL,
  address text NOT NULL,
  index integer NOT NULL,
  order_id text NOT NULL REFERENCES orders (id),
  -- A fresh address of the pool, made for a round of this order: not one that it is paid at.
  pool boolean NOT NULL DEFAULT false,
  PRIMARY KEY (chain, address),
  UNIQUE (chain, index)
);
CREATE INDEX addresses_order ON addresses (order_id);

-- Deposit addresses derived in advance, for chains where public keys are not enough to derive them.
-- Room: address.
CREATE TABLE address_pool (
  chain text NOT NULL,
  index integer NOT NULL,
  address text NOT NULL,
  PRIMARY KEY (chain, index)
);

-- The next deposit index of each chain: a sequence, so that no order waits for another order's address.
DO $$
DECLARE chain text;
BEGIN
  FOREACH chain IN ARRAY ARRAY['bitcoin', 'litecoin', 'bitcoincash', 'dash', 'zcash', 'monero', 'cardano', 'ethereum', 'bsc', 'polygon', 'tron', 'solana'] LOOP
    EXECUTE format('CREATE SEQUENCE %I AS integer MINVALUE 0 START 0', 'deposit_index_' || chain);
    EXECUTE format('GRANT USAGE, SELECT ON SEQUENCE %I TO sotto_http, sotto_admin, sotto_worker', 'deposit_index_' || chain);
  END LOOP;
END $$;
