import { and, eq, type SQL, sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { AssetCode } from "../core/assets";
import type { Tx } from "../db/client";
import { units } from "../db/columns";
import type { ReserveChange } from "./reserve-change";

/*
 * The only writer of the reserves table, apart from the database itself: a trigger on the ledger's entries keeps `hot`
 * equal to the hot wallet's account. Other rooms change a reserve inside their own transactions by what is exported here.
 */

export const reserves = pgTable("reserves", {
  asset: text("asset").$type<AssetCode>().primaryKey(),
  hot: units("hot").notNull(),
  held: units("held").notNull(),
  planned: units("planned").notNull(),
});

/** A figure and so many units more, or fewer. */
const plus = (figure: typeof reserves.held | typeof reserves.planned, change: bigint): SQL =>
  sql`${figure} + ${change.toString()}::numeric`;

/** Applies reserve changes in one row order; the database refuses a reserve that would exceed the hot wallet. */
export async function changeReserves(tx: Tx, changes: readonly ReserveChange[]): Promise<void> {
  const sums = new Map<AssetCode, { held: bigint; planned: bigint }>();
  for (const { asset, held, planned } of changes) {
    const sum = sums.get(asset) ?? { held: 0n, planned: 0n };
    sums.set(asset, { held: sum.held + held, planned: sum.planned + planned });
  }
  for (const [asset, { held, planned }] of [...sums].sort(([a], [b]) => a.localeCompare(b))) {
    if (held === 0n && planned === 0n) continue;
    // The http role may write no column but `held`.
    const plannedToo = planned === 0n ? {} : { planned: plus(reserves.planned, planned) };
    await tx
      .update(reserves)
      .set({ held: plus(reserves.held, held), ...plannedToo })
      .where(eq(reserves.asset, asset));
  }
}

/** The constraint that held and planned units together never exceed the hot wallet. */
export const RESERVE_SHORT = "reserves_insufficient";

/**
 * Holds reserve if that much is free and `asideUnits` (by asset) stay free beside it; false otherwise: then the caller
 * must roll back.
 */
export async function holdFreeReserves(
  tx: Tx,
  holds: readonly ReserveChange[],
  asideUnits: ReadonlyMap<string, bigint>,
): Promise<boolean> {
  for (const { asset, held } of [...holds].sort((a, b) => a.asset.localeCompare(b.asset))) {
    const aside = asideUnits.get(asset) ?? 0n;
    const needed = sql`${plus(reserves.held, held + aside)} + ${reserves.planned}`;
    const rows = await tx
      .update(reserves)
      .set({ held: plus(reserves.held, held) })
      .where(and(eq(reserves.asset, asset), sql`${needed} <= ${reserves.hot}`))
      .returning({ asset: reserves.asset });
    if (rows.length !== 1) return false;
  }
  return true;
}

/**
 * The UPDATE that holds reserve for an order nobody has paid yet, as the last part of the caller's statement. It
 * returns no row when unpaid orders would hold more than half of the hot wallet: then the caller must roll back.
 */
export const holdForUnpaidOrder = ({ asset, units }: { asset: AssetCode; units: bigint }): SQL => sql`
    UPDATE reserves SET held = held + ${units.toString()}::numeric
    WHERE asset = ${asset} AND (held + ${units.toString()}::numeric) * 2 <= hot RETURNING asset`;

/** Hot-wallet coins and how many of them are promised, per asset. */
export async function reserveRows(tx: Tx): Promise<{ asset: AssetCode; hot: bigint; promised: bigint }[]> {
  const rows = await tx.select().from(reserves);
  return rows.map(({ asset, hot, held, planned }) => ({ asset, hot, promised: held + planned }));
}
