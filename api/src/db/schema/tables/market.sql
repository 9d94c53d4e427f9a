-- Fixed-rate quotes; an order takes a quote once.
-- Room: market.
CREATE TABLE quotes (
  id text PRIMARY KEY,
  send_asset text NOT NULL,
  receive_asset text NOT NULL,
  send_units units NOT NULL CHECK (send_units > 0),
  receive_units units NOT NULL CHECK (receive_units > 0),
  network_fee_units units NOT NULL CHECK (network_fee_units >= 0),
  rate_numerator units NOT NULL CHECK (rate_numerator > 0),
  rate_denominator units NOT NULL CHECK (rate_denominator > 0),
  expires_at timestamptz NOT NULL,
  order_id text UNIQUE REFERENCES orders (id)
);
-- Those that became no order are deleted.
CREATE INDEX quotes_unused ON quotes (expires_at) WHERE order_id IS NULL;

-- The current price of each asset.
-- Few rows, written again and again: a read prunes their page, and a vacuum a minute would log more than the service does.
-- Room: market.
CREATE TABLE current_prices (
  asset text PRIMARY KEY,
  -- USDT per whole coin, times 10^12.
  price_scaled units NOT NULL CHECK (price_scaled > 0),
  at timestamptz NOT NULL,
  paused_reason text
) WITH (autovacuum_vacuum_threshold = 20000, autovacuum_analyze_threshold = 20000);

-- Prices by the minute, for the charts.
-- Room: market.
CREATE TABLE price_history (
  asset text NOT NULL,
  minute timestamptz NOT NULL,
  price_scaled units NOT NULL CHECK (price_scaled > 0),
  PRIMARY KEY (asset, minute)
);

-- What a payout and a sweep of each asset are expected to cost.
-- Room: market.
CREATE TABLE network_fees (
  asset text PRIMARY KEY,
  -- Native units: what a payout of this asset is expected to cost, and what sweeping one deposit of it costs.
  payout_units units NOT NULL CHECK (payout_units >= 0),
  sweep_units units NOT NULL CHECK (sweep_units >= 0),
  -- On UTXO chains: what of the wallet is in other coins than the largest 2, 4, 8 … 200; NULL elsewhere.
  beyond_units jsonb CHECK (jsonb_typeof(beyond_units) = 'array'),
  -- Millionths of native units: payout_units as it was over about a day, each new one with a weight of 1 in 5,760.
  usual_scaled units NOT NULL,
  at timestamptz NOT NULL
);
