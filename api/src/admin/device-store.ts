import { and, desc, eq, gt, inArray, lte } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs } from "../db/columns";
import { adminUsers } from "./store";

const adminDevices = pgTable("admin_devices", {
  tokenHash: text("token_hash").primaryKey(),
  adminId: text("admin_id").notNull(),
  createdAt: timeMs("created_at").notNull(),
  expiresAt: timeMs("expires_at").notNull(),
});

/** Whether this device has logged in to the account of this name, and not too long ago. */
export async function isDeviceOf(
  tx: Tx,
  device: { tokenHash: string; username: string; now: TimeMs },
): Promise<boolean> {
  const rows = await tx
    .select({ adminId: adminDevices.adminId })
    .from(adminDevices)
    .innerJoin(adminUsers, eq(adminUsers.id, adminDevices.adminId))
    .where(
      and(
        eq(adminDevices.tokenHash, device.tokenHash),
        eq(adminUsers.username, device.username),
        gt(adminDevices.expiresAt, device.now),
      ),
    );
  return rows.length === 1;
}

export async function insertDevice(tx: Tx, row: typeof adminDevices.$inferInsert): Promise<void> {
  await tx.insert(adminDevices).values(row);
}

/** Forgets a token of an account, where it is one. */
export async function deleteDevice(tx: Tx, device: { tokenHash: string; adminId: string }): Promise<void> {
  await tx
    .delete(adminDevices)
    .where(and(eq(adminDevices.tokenHash, device.tokenHash), eq(adminDevices.adminId, device.adminId)));
}

/** Forgets the devices of an account. */
export async function deleteDevicesOf(tx: Tx, adminId: string): Promise<void> {
  await tx.delete(adminDevices).where(eq(adminDevices.adminId, adminId));
}

/** Forgets devices whose time is over, and an account's beyond the newest so many. */
export async function pruneDevices(
  tx: Tx,
  { adminId, now, kept }: { adminId: string; now: TimeMs; kept: number },
): Promise<void> {
  await tx.delete(adminDevices).where(lte(adminDevices.expiresAt, now));
  const older = tx
    .select({ tokenHash: adminDevices.tokenHash })
    .from(adminDevices)
    .where(eq(adminDevices.adminId, adminId))
    .orderBy(desc(adminDevices.createdAt), desc(adminDevices.tokenHash))
    .offset(kept);
  await tx.delete(adminDevices).where(inArray(adminDevices.tokenHash, older));
}
