-- When each process last said that it works. By the database's clock, so that processes need not agree about the time.
-- Room: health.
CREATE TABLE heartbeats (
  process text PRIMARY KEY,
  role text NOT NULL DEFAULT substring(current_user FROM '[a-z]+$'),
  beat_at timestamptz NOT NULL DEFAULT now(),
  -- How far the process's clock is ahead of the database's, in ms.
  clock_off_ms bigint NOT NULL
);

-- In how many minutes of an hour at least one process of a role worked: what uptime is computed from.
-- Room: health.
CREATE TABLE heartbeat_hours (
  role text NOT NULL DEFAULT substring(current_user FROM '[a-z]+$'),
  hour timestamptz NOT NULL,
  minutes integer NOT NULL CHECK (minutes BETWEEN 1 AND 60),
  last_minute timestamptz NOT NULL,
  PRIMARY KEY (role, hour)
);

-- What one process at a time does, and which one: of two that write prices, the market would jump between them.
-- Room: health.
CREATE TABLE leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  held_until timestamptz NOT NULL
);
