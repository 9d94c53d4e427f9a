-- Money in smallest units. NaN is excluded by name: PostgreSQL treats NaN as equal to itself and greater than 0.
CREATE DOMAIN units AS numeric(78, 0) CHECK (VALUE <> 'NaN'::numeric);
