import type { Database, Tx } from "./client";

/** SQLSTATEs after which the same transaction may simply be run again. */
const RETRYABLE = new Set(["40001", "40P01"]);
const ATTEMPTS_MAX = 8;

/** Thrown by a compare-and-set that found another version; the transaction is run again. */
export class Conflict extends Error {
  override readonly name = "Conflict";
}

/** The SQLSTATE behind an error of postgres.js, also where drizzle wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if ("code" in e && typeof e.code === "string" && /^[0-9A-Z]{5}$/.test(e.code)) return e.code;
  }
  return undefined;
}

/** The name of the constraint that an error reports, where it reports one. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if ("constraint_name" in e && typeof e.constraint_name === "string") return e.constraint_name;
  }
  return undefined;
}

/**
 * Runs `work` in one transaction at READ COMMITTED; runs it again after a serialization failure, a deadlock or a
 * Conflict, at most 8 times. `work` must have no effect outside the transaction.
 */
export async function transaction<Value>(
  database: Database,
  work: (tx: Tx) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(work);
    } catch (error) {
      const retryable = error instanceof Conflict || RETRYABLE.has(sqlState(error) ?? "");
      if (!retryable || attempt >= ATTEMPTS_MAX) throw error;
    }
  }
}
