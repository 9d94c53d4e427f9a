-- Administrators' accounts. Only the owner of the database makes and changes them; their process sets passwords.
-- Room: admin.
CREATE TABLE admin_users (
  id text PRIMARY KEY,
  username text NOT NULL UNIQUE CHECK (length(username) BETWEEN 1 AND 100),
  -- argon2id in PHC form, which includes its salt and costs.
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  -- A generated password opens nothing until its owner has chosen another.
  must_change_password boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'operator', 'approver')),
  disabled_at timestamptz
);

-- Sessions of administrators: the hash of each token.
-- Room: admin.
CREATE TABLE admin_sessions (
  -- The name under which its owner sees and ends it; opens nothing.
  id text NOT NULL UNIQUE,
  token_hash text PRIMARY KEY CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  admin_id text NOT NULL REFERENCES admin_users (id),
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX admin_sessions_expires ON admin_sessions (expires_at);
CREATE INDEX admin_sessions_admin ON admin_sessions (admin_id);

-- Devices that have logged in fully: the hash of each one's token. It opens nothing, but its logins have a queue of their
-- own.
-- Room: admin.
CREATE TABLE admin_devices (
  token_hash text PRIMARY KEY CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  admin_id text NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX admin_devices_admin ON admin_devices (admin_id, created_at);

-- Failed logins under names that no account has, by the hour: no name is kept.
-- Room: admin.
CREATE TABLE admin_login_failures (
  hour timestamptz PRIMARY KEY CHECK (hour = date_trunc('hour', hour, 'UTC')),
  count integer NOT NULL CHECK (count > 0)
);

-- One-time codes (RFC 6238). Checking a code needs the secret, and only the public process checks codes: the table is
-- apart from admin_users because the worker may not read it.
-- Room: admin.
CREATE TABLE admin_totp (
  admin_id text PRIMARY KEY REFERENCES admin_users (id),
  secret bytea NOT NULL CHECK (length(secret) = 20),
  -- Null until a first code was confirmed; an enrolment that is not confirmed by then is void.
  confirmed_at timestamptz,
  confirm_until timestamptz NOT NULL,
  -- The time step of the last accepted code: no code of it or of an earlier step is accepted again.
  last_step bigint NOT NULL DEFAULT 0,
  -- Of the hashes of the recovery codes.
  recovery_salt bytea NOT NULL CHECK (length(recovery_salt) = 16)
);

-- Recovery codes not yet used, as argon2id hashes of 32 bytes; a used code is deleted.
-- Room: admin.
CREATE TABLE admin_recovery_codes (
  admin_id text NOT NULL REFERENCES admin_totp (admin_id) ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  PRIMARY KEY (admin_id, code_hash)
);

-- What a one-time code has approved: a list of operations, by its hash, for one administrator and ten minutes.
-- Room: admin.
CREATE TABLE admin_authorizations (
  id text PRIMARY KEY,
  admin_id text NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX admin_authorizations_expires ON admin_authorizations (expires_at);

-- What it lists; each is used by one call, or by calls that repeat it under the same idempotency key.
-- Room: admin.
CREATE TABLE admin_authorized (
  authorization_id text NOT NULL REFERENCES admin_authorizations (id) ON DELETE CASCADE,
  operation text NOT NULL,
  subject text NOT NULL,
  used_at timestamptz,
  -- The hash of the idempotency key; null without one.
  used_by text,
  PRIMARY KEY (authorization_id, operation, subject)
);

-- Each login, refusal and action of an administrator, chained by hash; append-only.
-- Room: audit.
CREATE TABLE admin_audit (
  seq bigint PRIMARY KEY CHECK (seq >= 1),
  at timestamptz NOT NULL,
  -- The account's name, which outlives the account; null where no account was known.
  admin text,
  action text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('done', 'refused')),
  subject text,
  reason text,
  previous_hash text NOT NULL CHECK (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$')
);

-- The end of the chain: appending locks its one row, and it shows when rows are missing at the end.
-- Room: audit.
CREATE TABLE admin_audit_head (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  seq bigint NOT NULL,
  hash text NOT NULL
);
INSERT INTO admin_audit_head (seq, hash) VALUES (0, repeat('0', 64));

-- `payouts`, `signer`, or `asset:` and a code; a switch that was never turned has no row.
-- Room: switches.
CREATE TABLE admin_switches (
  name text PRIMARY KEY CHECK (name IN ('payouts', 'signer') OR name LIKE 'asset:%'),
  paused boolean NOT NULL,
  reason text NOT NULL,
  turned_at timestamptz NOT NULL
);
