-- When each process last said that it works. By the database's clock, so that processes need not agree about the time.
-- Few rows, written again and again: a read prunes their page, and a vacuum a minute would log more than the service does.
-- Room: health.
CREATE TABLE heartbeats (
  process text PRIMARY KEY,
  role text NOT NULL DEFAULT substring(current_user FROM '[a-z]+$'),
  beat_at timestamptz NOT NULL DEFAULT now(),
  -- How far the process's clock is ahead of the database's, in ms.
  clock_off_ms bigint NOT NULL
) WITH (autovacuum_vacuum_threshold = 20000, autovacuum_analyze_threshold = 20000);
-- Each login speaks for its own role only; what was not heard of for a day may be forgotten by all.
ALTER TABLE heartbeats ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON heartbeats FOR SELECT USING (true);
CREATE POLICY own_beat ON heartbeats FOR INSERT WITH CHECK (role = substring(current_user FROM '[a-z]+$'));
CREATE POLICY own_beats ON heartbeats FOR UPDATE USING (role = substring(current_user FROM '[a-z]+$'));
CREATE POLICY own_end ON heartbeats FOR DELETE
  USING (role = substring(current_user FROM '[a-z]+$') OR beat_at < now() - interval '1 day');

-- In how many minutes of an hour at least one process of a role worked: what uptime is computed from.
-- Room: health.
CREATE TABLE heartbeat_hours (
  role text NOT NULL DEFAULT substring(current_user FROM '[a-z]+$'),
  hour timestamptz NOT NULL,
  minutes integer NOT NULL CHECK (minutes BETWEEN 1 AND 60),
  last_minute timestamptz NOT NULL,
  PRIMARY KEY (role, hour)
);
ALTER TABLE heartbeat_hours ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON heartbeat_hours FOR SELECT USING (true);
CREATE POLICY own_hour ON heartbeat_hours FOR INSERT WITH CHECK (role = substring(current_user FROM '[a-z]+$'));
CREATE POLICY own_hours ON heartbeat_hours FOR UPDATE USING (role = substring(current_user FROM '[a-z]+$'));

-- What one process at a time does, and which one: of two that write prices, the market would jump between them.
-- Few rows, written again and again: a read prunes their page, and a vacuum a minute would log more than the service does.
-- Room: health.
CREATE TABLE leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  held_until timestamptz NOT NULL
) WITH (autovacuum_vacuum_threshold = 20000, autovacuum_analyze_threshold = 20000);
