import { type SQL, sql } from "drizzle-orm";
import type { AssetCode } from "../core/assets";
import type { Tx } from "../db/client";
import type { ReserveChange } from "./reserve-change";

/*
 * The only writer of the reserves table, apart from the database itself: a trigger on the ledger's entries keeps `hot`
 * equal to the hot wallet's account. Other rooms change a reserve inside their own transactions by what is exported here.
 */

/** Applies reserve changes in one row order; the database refuses a reserve that would exceed the hot wallet. */
export async function changeReserves(tx: Tx, changes: readonly ReserveChange[]): Promise<void> {
  const sums = new Map<string, { held: bigint; planned: bigint }>();
  for (const { asset, held, planned } of changes) {
    const sum = sums.get(asset) ?? { held: 0n, planned: 0n };
    sums.set(asset, { held: sum.held + held, planned: sum.planned + planned });
  }
  for (const [asset, { held, planned }] of [...sums].sort(([a], [b]) => a.localeCompare(b))) {
    if (planned === 0n) {
      if (held === 0n) continue;
      await tx.execute(
        sql`UPDATE reserves SET held = held + ${held.toString()}::numeric WHERE asset = ${asset}`,
      );
      continue;
    }
    await tx.execute(sql`
      UPDATE reserves SET held = held + ${held.toString()}::numeric, planned = planned + ${planned.toString()}::numeric
      WHERE asset = ${asset}`);
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
    const rows = await tx.execute(sql`
      UPDATE reserves SET held = held + ${held.toString()}::numeric
      WHERE asset = ${asset} AND held + planned + ${held.toString()}::numeric + ${aside.toString()}::numeric <= hot RETURNING asset`);
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
export async function reserveRows(tx: Tx): Promise<{ asset: string; hot: bigint; promised: bigint }[]> {
  const rows = await tx.execute<{ asset: string; hot: string; promised: string }>(
    sql`SELECT asset, hot, held + planned AS promised FROM reserves`,
  );
  return rows.map(({ asset, hot, promised }) => ({ asset, hot: BigInt(hot), promised: BigInt(promised) }));
}
