import type { Sql } from "postgres";

/**
 * Brings every table and every sequence back to what `keepBeginning` found. A table that has no pages is empty still, and
 * left alone unless one that refers to another must be emptied with it.
 */
const REWIND = `
CREATE FUNCTION beginning.rewind() RETURNS void LANGUAGE plpgsql AS $rewind$
DECLARE one record;
BEGIN
  SET LOCAL session_replication_role = replica;
  EXECUTE (
    WITH RECURSIVE emptied AS (
      SELECT oid FROM beginning.kept_tables WHERE pg_relation_size(oid) > 0
      UNION SELECT conrelid FROM pg_constraint JOIN emptied ON confrelid = emptied.oid WHERE contype = 'f'
    ) SELECT 'TRUNCATE ' || string_agg(oid::regclass::text, ', ') FROM emptied);
  FOR one IN SELECT name, columns FROM beginning.kept_tables WHERE filled LOOP
    EXECUTE format('INSERT INTO public.%1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM beginning.%1$I',
      one.name, one.columns);
  END LOOP;
  PERFORM setval(format('public.%I', sequencename)::regclass, COALESCE(last_value, start_value), last_value IS NOT NULL)
    FROM beginning.kept_sequences;
END $rewind$`;

/** Keeps what the tables of a database hold at this moment, beside them. */
export async function keepBeginning(sql: Sql): Promise<void> {
  await sql.unsafe("CREATE SCHEMA beginning");
  await sql.unsafe(`CREATE TABLE beginning.kept_tables AS
    SELECT c.oid, c.relname::text AS name, false AS filled, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
    FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    GROUP BY c.oid, c.relname ORDER BY c.relname`);
  await sql.unsafe(
    "CREATE TABLE beginning.kept_sequences AS SELECT * FROM pg_sequences WHERE schemaname = 'public'",
  );
  const tables = await sql.unsafe<{ name: string }[]>("SELECT name FROM beginning.kept_tables");
  for (const { name } of tables) {
    await sql.unsafe(`CREATE TABLE beginning."${name}" AS TABLE public."${name}"`);
    await sql.unsafe(`UPDATE beginning.kept_tables SET filled = true
      WHERE name = '${name}' AND EXISTS (SELECT 1 FROM beginning."${name}")`);
  }
  await sql.unsafe(REWIND);
}

/** Brings a database back to what `keepBeginning` kept; its connections stay, with the statements that they prepared. */
export async function rewind(sql: Sql): Promise<void> {
  await sql.unsafe("SELECT beginning.rewind()");
}
