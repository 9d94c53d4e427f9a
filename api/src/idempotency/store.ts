import { and, eq, gt, sql } from "drizzle-orm";
import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { OrderId } from "../core/ids";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs } from "../db/columns";
import { inPortions } from "../db/in-portions";

export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** Of the process that answered: the database writes it, and shows each process its own rows only. */
    role: text("role").notNull().default(sql`substring(current_user FROM '[a-z]+$')`),
    scopeHash: text("scope_hash").notNull(),
    bodyHash: text("body_hash").notNull(),
    orderId: text("order_id").$type<OrderId>(),
    status: integer("status").notNull(),
    body: jsonb("body").notNull(),
    createdAt: timeMs("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.role, table.scopeHash] })],
);

/** Takes the key's lock until the transaction ends; false when another transaction holds it. */
export async function tryLockKey(tx: Tx, scopeHash: string): Promise<boolean> {
  const rows = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${scopeHash}, 1)) as locked`,
  );
  return rows[0]?.locked === true;
}

/** The answer kept under a key, when it is younger than `sinceMs`. */
export async function readAnswer(tx: Tx, key: { scopeHash: string; sinceMs: TimeMs }) {
  const [row] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scopeHash, key.scopeHash), gt(idempotencyKeys.createdAt, key.sinceMs)));
  return row;
}

/** Keeps an answer; one that has outlived its time under the same key gives way. */
export async function insertAnswer(
  tx: Tx,
  row: {
    scopeHash: string;
    bodyHash: string;
    orderId: OrderId | null;
    status: number;
    body: unknown;
    atMs: TimeMs;
  },
): Promise<void> {
  const { atMs, ...columns } = row;
  const kept = { ...columns, createdAt: atMs };
  await tx
    .insert(idempotencyKeys)
    .values(kept)
    .onConflictDoUpdate({ target: [idempotencyKeys.role, idempotencyKeys.scopeHash], set: kept });
}

/** Forgets the answers given before a time. */
export const deleteAnswersBefore = (database: Tx, beforeMs: TimeMs): Promise<void> =>
  inPortions((limit) =>
    database.execute(sql`
      DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM idempotency_keys WHERE created_at <= ${isoOf(beforeMs)} LIMIT ${limit}))
        AND (created_at <= ${isoOf(beforeMs)}) IS TRUE`),
  );
