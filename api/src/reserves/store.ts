import { and, asc, eq, getTableColumns, inArray, lte, type SQL, sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { AssetCode } from "../core/assets";
import type { Tx } from "../db/client";
import { units } from "../db/columns";
import { rowsJson } from "../db/rows-json";
import { rowsOf } from "../db/rows-of";
import { type ReserveChange, type ReserveRoom, roomOf, UNPAID_PART } from "./reserve-change";

/*
 * The only writer of the reserves table, apart from the database itself: a trigger on the ledger's entries keeps
 * `hot`, `unswept` and `owed` equal to their accounts. Other rooms change a reserve inside their own transactions by what is exported here.
 */

export const reserves = pgTable("reserves", {
  asset: text("asset").$type<AssetCode>().primaryKey(),
  hot: units("hot").notNull(),
  unswept: units("unswept").notNull(),
  owed: units("owed").notNull(),
  own: units("own").generatedAlwaysAs(sql`least(hot, hot + unswept - owed)`).notNull(),
  held: units("held").notNull(),
  planned: units("planned").notNull(),
  unpaid: units("unpaid").notNull(),
});

const allFigures = rowsOf(getTableColumns(reserves));

/** A figure and so many units more. */
const plus = (figure: typeof reserves.held, change: bigint): SQL =>
  sql`${figure} + ${change.toString()}::numeric`;

/** Reserve changes as the database takes them, one an asset. */
export function changeRows(changes: readonly ReserveChange[]) {
  const sums = new Map<AssetCode, Required<ReserveChange>>();
  for (const { asset, held, planned, unpaid = 0n } of changes) {
    const sum = sums.get(asset) ?? { asset, held: 0n, planned: 0n, unpaid: 0n };
    const next = { held: sum.held + held, planned: sum.planned + planned, unpaid: sum.unpaid + unpaid };
    sums.set(asset, { asset, ...next });
  }
  return [...sums.values()];
}

/** Applies reserve changes; the database refuses a reserve that would exceed the hot wallet. */
export async function changeReserves(tx: Tx, changes: readonly ReserveChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.execute(sql`SELECT change_reserves(${rowsJson(changeRows(changes))}::text::jsonb)`);
}

/** Locks the reserves of several assets in one row order, for a caller that changes them in another. */
export async function lockReserves(tx: Tx, assets: ReadonlySet<AssetCode>): Promise<void> {
  if (assets.size < 2) return;
  await tx
    .select({ asset: reserves.asset })
    .from(reserves)
    .where(inArray(reserves.asset, [...assets]))
    .orderBy(asc(reserves.asset))
    .for("update");
}

/** What may still be held of an asset's reserve, which stays locked until the transaction ends. */
export async function lockReserveRoom(tx: Tx, asset: AssetCode): Promise<ReserveRoom> {
  const [row] = await tx.execute(
    sql`SELECT ${allFigures.list} FROM reserves WHERE asset = ${asset} FOR UPDATE`,
  );
  return row === undefined ? { free: 0n, unpaidFree: 0n } : roomOf(allFigures.read(row));
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
    const needed = sql<bigint>`${plus(reserves.held, held + aside)} + ${reserves.planned}`;
    const rows = await tx
      .update(reserves)
      .set({ held: plus(reserves.held, held) })
      .where(and(eq(reserves.asset, asset), lte(needed, reserves.own)))
      .returning({ asset: reserves.asset });
    if (rows.length !== 1) return false;
  }
  return true;
}

/**
 * The UPDATE that holds reserve for orders that are not paid yet, `given (asset, units)`, as a part of the caller's
 * statement. It returns one row for each asset of which something is held, none for an asset of which that much is not free, or of
 * which unpaid orders would hold more than a fifth of the reserve: then the caller must roll back. Rows of
 * several assets would be locked in no order.
 */
export const holdForUnpaidOrders: SQL = sql`
    UPDATE reserves SET held = held + more.units, unpaid = unpaid + more.units
    FROM (SELECT asset, sum(units) AS units FROM given WHERE units > 0 GROUP BY asset) AS more
    WHERE reserves.asset = more.asset AND held + planned + more.units <= own
      AND (unpaid + more.units) * ${UNPAID_PART.toString()}::numeric <= own RETURNING reserves.asset`;

/** Per asset: hot-wallet coins; what is owed, promised or a customer's that waits for a decision; what may be promised. */
export async function reserveRows(
  tx: Tx,
): Promise<{ asset: AssetCode; hot: bigint; owed: bigint; available: bigint }[]> {
  const rows = await tx.select().from(reserves);
  return rows.map((row) => {
    const { asset, hot, held, planned, owed } = row;
    return { asset, hot, owed: held + planned + owed, available: roomOf(row).free };
  });
}
