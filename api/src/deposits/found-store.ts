import { sql } from "drizzle-orm";
import type { AssetCode, ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";
import { IS_DROPPED } from "../payouts/dropped-store";
import { changeUnswept } from "../payouts/holdings-store";

/** Our own transactions at addresses: at which of them one is under way, and the last one that was signed at all. */
export type Activity = { busy: ReadonlySet<string>; lastAttempt: string };

/** Reads our own transactions of a chain that send from or to these addresses. */
export async function activityAt(tx: Tx, chain: ChainId, addresses: readonly string[]): Promise<Activity> {
  const list = textArray(addresses);
  const rows = await tx.execute<{ address: string | null; last: string }>(sql`
    SELECT open.address, (SELECT COALESCE(max(id), 0) FROM payout_attempts) AS last FROM (SELECT 1) AS one
    LEFT JOIN LATERAL (
      SELECT unnest(ARRAY[sender, destination]) AS address FROM payout_attempts a
      WHERE chain = ${chain} AND (state IN ('signed', 'broadcasting', 'sent', 'mined', 'superseded') OR ${IS_DROPPED})
        AND (sender = ANY(${list}::text[]) OR destination = ANY(${list}::text[]))) AS open ON true`);
  return {
    busy: new Set(rows.flatMap(({ address }) => (address === null ? [] : [address]))),
    lastAttempt: rows[0]?.last ?? "0",
  };
}

/** What the books know to lie at each of these addresses. */
export async function unsweptAt(
  tx: Tx,
  chain: ChainId,
  addresses: readonly string[],
  asset: AssetCode,
): Promise<Map<string, bigint>> {
  const rows = await tx.execute<{ address: string; units: string }>(sql`
    SELECT address, units FROM unswept
    WHERE chain = ${chain} AND asset = ${asset} AND address = ANY(${textArray(addresses)}::text[])`);
  return new Map(rows.map(({ address, units }) => [address, BigInt(units)]));
}

/** Locks what the books know of an address until the transaction ends, and reads it: no sweep begins meanwhile. */
export async function lockUnswept(
  tx: Tx,
  lot: { chain: ChainId; address: string; index: number; asset: AssetCode },
): Promise<bigint> {
  await changeUnswept(tx, { ...lot, change: 0n });
  const known = await unsweptAt(tx, lot.chain, [lot.address], lot.asset);
  return known.get(lot.address) ?? 0n;
}
