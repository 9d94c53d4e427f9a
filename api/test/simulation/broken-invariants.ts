import { sql } from "drizzle-orm";
import type { Database } from "../../src/db/client";
import { INVARIANTS, type Invariant } from "../../src/ledger/invariants";

/** All in one statement: a world asks often, and its books are small. */
const EVERY_ONE = INVARIANTS.map(
  ({ id, query }) => `SELECT ${id} AS id WHERE EXISTS (SELECT 1 FROM (${query}) AS violations)`,
).join("\nUNION ALL ");

/** Those of the service's invariants that do not hold. */
export async function brokenInvariants(database: Database): Promise<Invariant[]> {
  const rows = await database.execute<{ id: number }>(sql.raw(EVERY_ONE));
  return INVARIANTS.filter(({ id }) => rows.some((row) => row.id === id));
}
