-- Whether an order is being forgotten: only the functions that forget may take away what is append-only for everybody
-- else. They run as the owner of the table, and set this for as long as they run: a plain owner of a database may not
-- bind a setting of its own to a function.
-- Room: retention.
CREATE FUNCTION is_forgetting(relation oid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT current_setting('sotto.forgetting', true) = 'on'
    AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = relation)
$$;
