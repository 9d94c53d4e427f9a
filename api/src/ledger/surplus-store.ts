import { sql } from "drizzle-orm";
import type { AssetCode } from "../core/assets";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";

/** Coins of an asset of no known cause. */
export type Unexplained = {
  /** What of them is booked, and how often that changed. */
  units: bigint;
  bookings: number;
  /** The least that every comparison since a time found above the books; zero and null where the last found none. */
  surplusUnits: bigint;
  surplusSince: TimeMs | null;
};

/** Changes what is booked, once `after` so many bookings, and yields how many they are then; null where another was first. */
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
