import { sql } from "drizzle-orm";
import type { AssetCode } from "../core/assets";
import type { Tx } from "../db/client";

/** Coins of an asset of no known cause that are booked, how often that changed, and comparisons in a row that found more. */
export type Unexplained = { units: bigint; bookings: number; surpluses: number };

/** Reads what is booked of an asset's coins of no known cause. */
export async function unexplained(tx: Tx, asset: AssetCode): Promise<Unexplained> {
  const [row] = await tx.execute<{ units: string; bookings: number; surpluses: number }>(sql`
    SELECT unexplained_units AS units, bookings, surpluses FROM chain_checks WHERE asset = ${asset}`);
  return row === undefined ? { units: 0n, bookings: 0, surpluses: 0 } : { ...row, units: BigInt(row.units) };
}

/** Changes it once `after` so many bookings, and yields how many they are then; null where another worker was first. */
export async function changeUnexplained(
  tx: Tx,
  asset: AssetCode,
  { change, after }: { change: bigint; after: number },
): Promise<number | null> {
  const rows = await tx.execute<{ bookings: number }>(sql`
    UPDATE chain_checks SET unexplained_units = unexplained_units + ${change.toString()}::numeric, bookings = bookings + 1
    WHERE asset = ${asset} AND bookings = ${after} RETURNING bookings`);
  return rows[0]?.bookings ?? null;
}
