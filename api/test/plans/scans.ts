import type { Sql, TransactionSql } from "postgres";

/** A node of a plan, as EXPLAIN (FORMAT JSON) writes it. */
type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Filter?: string;
  Plans?: PlanNode[];
};

/** What has a plan. */
const PLANNED = /^[\s(]*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;
/** A column with so few values has each of them in a good part of all rows: a chain, a currency, a state. */
const FEW_VALUES = 50;
/** A table with more rows has a past; one with fewer does not grow. */
const ROWS_MIN = 1_000;

/**
 * Finds the statements whose generic plan reads a table that grows from one end to the other, or all rows of a chain or of another
 * of few values, and names its tables. A partial index may be read whole, because it holds only what is open; and anything up to
 * a LIMIT, where no row is left out.
 */
export async function scansOf(sql: Sql, statements: readonly string[]): Promise<string[]> {
  return sql.begin(async (tx) => {
    await tx`SET LOCAL plan_cache_mode = force_generic_plan`;
    const growing = await namesOf(
      tx,
      `SELECT oid::regclass::text AS name FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > ${ROWS_MIN}`,
    );
    const partial = await namesOf(
      tx,
      "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL",
    );
    const coarse = await namesOf(
      tx,
      `SELECT tablename || '.' || attname AS name FROM pg_stats WHERE schemaname = 'public' AND n_distinct BETWEEN 1 AND ${FEW_VALUES}`,
    );
    const found: string[] = [];
    for (const text of statements.filter((one) => PLANNED.test(one))) {
      const read = readWhole(await planOf(tx, text), { growing, partial, coarse });
      if (read.length > 0)
        found.push(`${[...new Set(read)].join(", ")}: ${text.replace(/\s+/g, " ").trim()}`);
    }
    return found;
  }) as Promise<string[]>;
}

async function namesOf(tx: TransactionSql, text: string): Promise<Set<string>> {
  const rows = await tx.unsafe<{ name: string }[]>(text);
  return new Set(rows.map(({ name }) => name));
}

/** The plan that a connection keeps for a prepared statement, whatever its parameters are. */
async function planOf(tx: TransactionSql, text: string): Promise<PlanNode> {
  await tx.unsafe(`PREPARE looked_at AS ${text}`).simple();
  const [known] = await tx<{ count: number }[]>`
    SELECT cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE name = 'looked_at'`;
  const parameters = Array.from({ length: known?.count ?? 0 }, () => "NULL").join(", ");
  const rows = await tx
    .unsafe(`EXPLAIN (FORMAT JSON) EXECUTE looked_at${parameters && `(${parameters})`}`)
    .simple();
  await tx`DEALLOCATE looked_at`;
  const plans = rows[0]?.["QUERY PLAN"] as { Plan: PlanNode }[];
  const [first] = plans;
  if (first === undefined) throw new Error(`no plan of: ${text}`);
  return first.Plan;
}

type Names = { growing: ReadonlySet<string>; partial: ReadonlySet<string>; coarse: ReadonlySet<string> };

/** What hands rows on one by one, so that a LIMIT above it also limits what is read below. */
const STREAMS = /^(?:Limit|Append|Merge Append|Subquery Scan|LockRows|Result|Incremental Sort)$/;
const INDEX_SCANS = /^(?:Index|Index Only|Bitmap Index) Scan$/;

function readWhole(
  node: PlanNode,
  names: Names,
  above: { table?: string | undefined; isLimited: boolean } = { isLimited: false },
): string[] {
  const type = node["Node Type"];
  const isLimited = type === "Limit" || (above.isLimited && STREAMS.test(type));
  const table = node["Relation Name"] ?? above.table;
  const below = (node.Plans ?? []).flatMap((plan) => readWhole(plan, names, { table, isLimited }));
  if (table === undefined || !names.growing.has(table)) return below;
  const isWhole =
    type === "Seq Scan" ||
    (INDEX_SCANS.test(type) &&
      isCoarse(table, node["Index Cond"], names) &&
      !names.partial.has(node["Index Name"] ?? ""));
  const endsEarly = above.isLimited && node.Filter === undefined;
  return isWhole && !endsEarly ? [...below, `${table} (${node["Index Name"] ?? type})`] : below;
}

/**
 * Whether a condition leaves a good part of a table: none, or equality with any value of columns with few of them. Of a value that
 * the statement names the planner knows how rare it is.
 */
function isCoarse(table: string, condition: string | undefined, { coarse }: Names): boolean {
  if (condition === undefined) return true;
  const compared = [...condition.matchAll(/\(\(?"?(\w+)"?\)?(?:::\w+)? ([^ ]+) (?:ANY \()?('?)/g)];
  return compared.every(
    ([, column, operator, quote]) => operator === "=" && quote === "" && coarse.has(`${table}.${column}`),
  );
}
