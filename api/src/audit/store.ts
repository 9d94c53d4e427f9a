import { asc, desc, gt, lt, sql } from "drizzle-orm";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs } from "../db/columns";

const adminAudit = pgTable("admin_audit", {
  seq: bigint("seq", { mode: "number" }).primaryKey(),
  at: timeMs("at").notNull(),
  admin: text("admin"),
  action: text("action").notNull(),
  outcome: text("outcome").$type<"done" | "refused">().notNull(),
  subject: text("subject"),
  reason: text("reason"),
  previousHash: text("previous_hash").notNull(),
  hash: text("hash").notNull(),
});

export type AuditRow = typeof adminAudit.$inferSelect;

/** Where the chain ends; with `lock` nobody else appends until the transaction ends. */
export async function readAuditEnd(tx: Tx, { lock }: { lock: boolean }) {
  const rows = await tx.execute<{ seq: string; hash: string }>(
    lock ? sql`SELECT seq, hash FROM admin_audit_end()` : sql`SELECT seq, hash FROM admin_audit_head`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the head of the audit log is missing");
  return { seq: Number(row.seq), hash: row.hash };
}

export async function insertAuditRow(tx: Tx, row: AuditRow): Promise<void> {
  await tx.insert(adminAudit).values(row);
}

/** Newest first. */
export async function readAuditPage(
  tx: Tx,
  page: { before: number | null; limit: number },
): Promise<AuditRow[]> {
  return tx
    .select()
    .from(adminAudit)
    .where(page.before === null ? undefined : lt(adminAudit.seq, page.before))
    .orderBy(desc(adminAudit.seq))
    .limit(page.limit);
}

/** Oldest first. */
export async function readAuditRange(tx: Tx, range: { after: number; limit: number }): Promise<AuditRow[]> {
  return tx
    .select()
    .from(adminAudit)
    .where(gt(adminAudit.seq, range.after))
    .orderBy(asc(adminAudit.seq))
    .limit(range.limit);
}

/** An entry of the signer's log, the hour it is of, and what is missing: the audit log's end of then, or its settlement. */
export type SignerGap = { entry: number; hour: TimeMs; missing: "audit" | "settlement" };

/** The first entry of the signer's log that the database does not match. */
export async function readSignerGap(tx: Tx): Promise<SignerGap | null> {
  const rows = await tx.execute<{ id: string; hour: string; what: SignerGap["missing"] }>(
    sql`SELECT id, hour, what FROM signer_log_gap()`,
  );
  const [row] = rows;
  return row === undefined
    ? null
    : { entry: Number(row.id), hour: new Date(row.hour).getTime(), missing: row.what };
}
