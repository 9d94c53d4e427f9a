import { getTableColumns, sql } from "drizzle-orm";
import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import type { AssetCode } from "../core/assets";
import type { Tx } from "../db/client";
import { timeMs } from "../db/columns";
import { rowsOf } from "../db/rows-of";

export type SwitchName = "payouts" | "signer" | `asset:${AssetCode}`;

const adminSwitches = pgTable("admin_switches", {
  name: text("name").$type<SwitchName>().primaryKey(),
  paused: boolean("paused").notNull(),
  reason: text("reason").notNull(),
  turnedAt: timeMs("turned_at").notNull(),
});

/** Any number: the lock that whoever acts under a switch shares, and whoever turns one has alone. */
const SWITCHES_LOCK = 7_205_002;

/** Held until the transaction ends; PostgreSQL lets those who wait in by turns. */
export async function lockSwitches(tx: Tx, how: "shared" | "exclusive"): Promise<void> {
  await tx.execute(
    how === "shared"
      ? sql`SELECT pg_advisory_xact_lock_shared(${SWITCHES_LOCK})`
      : sql`SELECT pg_advisory_xact_lock(${SWITCHES_LOCK})`,
  );
}

const switchRows = rowsOf(getTableColumns(adminSwitches));

export async function readSwitches(tx: Tx) {
  const rows = await tx.execute(sql`SELECT ${switchRows.list} FROM admin_switches`);
  return new Map(rows.map(switchRows.read).map((row) => [row.name, row]));
}

export async function saveSwitch(tx: Tx, row: typeof adminSwitches.$inferInsert): Promise<void> {
  const { name: _, ...set } = row;
  await tx.insert(adminSwitches).values(row).onConflictDoUpdate({ target: adminSwitches.name, set });
}
