-- One row: which network mode the database was made for, and the secret under which facts are hashed.
-- Room: db.
CREATE TABLE installation (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  network text NOT NULL,
  ledger_secret bytea NOT NULL CHECK (octet_length(ledger_secret) = 32)
);
