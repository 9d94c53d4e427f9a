import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { bytes, timeMs } from "../db/columns";

export const adminTotp = pgTable("admin_totp", {
  adminId: text("admin_id").primaryKey(),
  secret: bytes("secret").notNull(),
  confirmedAt: timeMs("confirmed_at"),
  confirmUntil: timeMs("confirm_until").notNull(),
  lastStep: bigint("last_step", { mode: "number" }).notNull(),
  recoverySalt: bytes("recovery_salt").notNull(),
});
export type TotpRow = typeof adminTotp.$inferSelect;

const adminRecoveryCodes = pgTable("admin_recovery_codes", {
  adminId: text("admin_id").notNull(),
  codeHash: bytes("code_hash").notNull(),
});

export async function findTotp(tx: Tx, adminId: string): Promise<TotpRow | undefined> {
  const [row] = await tx.select().from(adminTotp).where(eq(adminTotp.adminId, adminId));
  return row;
}

/** Begins an enrolment, in place of one that was not confirmed; false when the account is enrolled. */
export async function saveEnrolment(tx: Tx, row: typeof adminTotp.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(adminTotp)
    .values(row)
    .onConflictDoUpdate({ target: adminTotp.adminId, set: row, setWhere: isNull(adminTotp.confirmedAt) })
    .returning({ adminId: adminTotp.adminId });
  return rows.length === 1;
}

/** Makes this very enrolment the account's; false when it is another one, confirmed, or too old. */
export async function confirmEnrolment(
  tx: Tx,
  enrolment: { adminId: string; secret: Uint8Array; step: number; now: TimeMs },
): Promise<boolean> {
  const rows = await tx
    .update(adminTotp)
    .set({ confirmedAt: enrolment.now, lastStep: enrolment.step })
    .where(
      and(
        eq(adminTotp.adminId, enrolment.adminId),
        eq(adminTotp.secret, enrolment.secret),
        isNull(adminTotp.confirmedAt),
        gt(adminTotp.confirmUntil, enrolment.now),
      ),
    )
    .returning({ adminId: adminTotp.adminId });
  return rows.length === 1;
}

/** Uses the code of a step up; false when it, or one of a later step, was used before, or the signer has taken it. */
export async function useStep(tx: Tx, adminId: string, step: number): Promise<boolean> {
  const rows = await tx
    .update(adminTotp)
    .set({ lastStep: step })
    .where(
      and(
        eq(adminTotp.adminId, adminId),
        lt(adminTotp.lastStep, step),
        sql`NOT EXISTS (SELECT 1 FROM signer_verdicts v WHERE v.admin_id = ${adminId} AND v.step = ${step})`,
      ),
    )
    .returning({ adminId: adminTotp.adminId });
  return rows.length === 1;
}

export async function insertRecoveryCodes(
  tx: Tx,
  adminId: string,
  codeHashes: readonly Uint8Array[],
): Promise<void> {
  await tx.insert(adminRecoveryCodes).values(codeHashes.map((codeHash) => ({ adminId, codeHash })));
}

/** Uses a recovery code up; false when it is none, or was used before. */
export async function useRecoveryCode(tx: Tx, adminId: string, codeHash: Uint8Array): Promise<boolean> {
  const rows = await tx
    .delete(adminRecoveryCodes)
    .where(and(eq(adminRecoveryCodes.adminId, adminId), eq(adminRecoveryCodes.codeHash, codeHash)))
    .returning({ adminId: adminRecoveryCodes.adminId });
  return rows.length === 1;
}

/** Forgets an account's secret with its recovery codes. */
export async function deleteTotp(tx: Tx, adminId: string): Promise<void> {
  await tx.delete(adminTotp).where(eq(adminTotp.adminId, adminId));
}
