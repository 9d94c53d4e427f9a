import { sql } from "drizzle-orm";
import postgres from "postgres";
import { err, type Result } from "../core/result";
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

/** Whether a statement failed because a key is taken already (SQLSTATE unique_violation). */
export const isKeyTaken = (error: unknown): boolean => sqlState(error) === "23505";

/** Whether a statement failed because it did not get a lock within its `lock_timeout` (SQLSTATE lock_not_available). */
export const isLockMissed = (error: unknown): boolean => sqlState(error) === "55P03";

/** The name of the constraint that an error reports, where it reports one. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if ("constraint_name" in e && typeof e.constraint_name === "string") return e.constraint_name;
  }
  return undefined;
}

/** Thrown where the connection was lost while a transaction was committed: what it wrote may be there or not. */
export class CommitUnknown extends Error {
  override readonly name = "CommitUnknown";
}

/** Whether the server said that a commit failed; one that is shut down says so even where it has committed. */
const isRefused = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && !/^(57P|08|40003)/.test(error.code);

const ROLLBACK = Symbol("rollback");

/**
 * A failure that takes back everything its transaction wrote. It is no Result, so that nothing on the way can take it
 * for an ordinary failure: only `transaction` makes one of it.
 */
type Rollback<Failure> = { readonly [ROLLBACK]: Failure };

/** What the work of a transaction yields: a failure made by `err` commits what was written, a rollback does not. */
export type Outcome<Value, Failure> = Result<Value, Failure> | Rollback<Failure>;

/** Returned by a transaction's work, rolls the transaction back; comes out of it as an ordinary failure. */
export const rollback = <Failure>(error: Failure): Rollback<Failure> => ({ [ROLLBACK]: error });

export const isRollback = (value: unknown): value is Rollback<unknown> =>
  typeof value === "object" && value !== null && ROLLBACK in value;

/** What comes out of a transaction whose work returns this. */
type Settled<Returned> = Returned extends Rollback<infer Failure> ? { ok: false; error: Failure } : Returned;

/** How drizzle is made to roll back; never leaves this file. */
class RolledBack extends Error {
  override readonly name = "RolledBack";
  constructor(readonly value: Rollback<unknown>) {
    super("rolled back");
  }
}

/**
 * Runs `work` in one transaction at READ COMMITTED; runs it again after a serialization failure, a deadlock or a
 * Conflict, at most 8 times. `work` must have no effect outside the transaction; where it returns `rollback(error)`,
 * nothing of it is written. Throws CommitUnknown where the connection was lost while it was committed. `refusal` names a constraint of the database whose violation is an expected failure, and
 * the failure that the transaction yields then.
 */
export async function transaction<Value>(
  database: Database,
  work: (tx: Tx) => Promise<Value>,
): Promise<Settled<Value>>;
export async function transaction<Value, Failure>(
  database: Database,
  work: (tx: Tx) => Promise<Outcome<Value, Failure>>,
  refusal: { constraint: string; error: NoInfer<Failure> },
): Promise<Result<Value, Failure>>;
export async function transaction(
  database: Database,
  work: (tx: Tx) => Promise<unknown>,
  refusal?: { constraint: string; error: unknown },
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    let isCommitting = false;
    try {
      return await database.transaction(async (tx) => {
        const value = await work(tx);
        if (isRollback(value)) throw new RolledBack(value);
        isCommitting = true;
        return value;
      });
    } catch (error) {
      if (isCommitting && !isRefused(error))
        throw new CommitUnknown("the connection was lost in a commit", { cause: error });
      if (error instanceof RolledBack) return err(error.value[ROLLBACK]);
      if (refusal !== undefined && violatedConstraint(error) === refusal.constraint)
        return err(refusal.error);
      const retryable = error instanceof Conflict || RETRYABLE.has(sqlState(error) ?? "");
      if (!retryable || attempt >= ATTEMPTS_MAX) throw error;
    }
  }
}

/**
 * Runs `read` on one snapshot: all that it reads is of one moment. It waits while a table is being rewritten (`scrub.sql`), and
 * none is rewritten before it ends: a snapshot from before that would find the table empty.
 */
export const snapshot = <Value>(database: Database, read: (tx: Tx) => Promise<Value>): Promise<Value> =>
  database.transaction((tx) => readInSnapshot(tx, read), SNAPSHOT);

/** The same without the deadlines of who asks: for a look through all that is kept. */
export const longSnapshot = <Value>(database: Database, read: (tx: Tx) => Promise<Value>): Promise<Value> =>
  database.transaction(async (tx) => {
    // SET takes no snapshot.
    await tx.execute(sql`SET LOCAL statement_timeout = '20min'`);
    return readInSnapshot(tx, async () => {
      await liftDeadline(tx);
      return read(tx);
    });
  }, SNAPSHOT);

const SNAPSHOT = { isolationLevel: "repeatable read", accessMode: "read only" } as const;

async function readInSnapshot<Value>(tx: Tx, read: (tx: Tx) => Promise<Value>): Promise<Value> {
  // LOCK takes no snapshot: that is taken by the first statement after it.
  await tx.execute(sql`LOCK TABLE scrub_gate IN ACCESS SHARE MODE`);
  return read(tx);
}

/** Lets a transaction take as long as it needs, for work that grows with what is kept. PostgreSQL 15 has no such deadline. */
export async function liftDeadline(tx: Tx): Promise<void> {
  // Not by pg_settings, which writes down every setting to find this one.
  await tx.execute(
    sql`SELECT set_config('transaction_timeout', '0', true) WHERE current_setting('transaction_timeout', true) IS NOT NULL`,
  );
}
