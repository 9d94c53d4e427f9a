import { and, eq, sql } from "drizzle-orm";
import type { AssetCode, ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";
import { IS_DROPPED } from "./dropped-store";
import { unswept } from "./holdings-store";

/** Credited coins of one asset on a deposit address. */
export type Lot = { address: string; index: number; asset: AssetCode; units: bigint };

/**
 * Credited coins on deposit addresses that nobody is moving yet and that are worth moving (`unitsMin` by asset). Tokens
 * come before native coins, because what is left of a token's gas must not be taken for its sweep.
 */
export async function sweepable(
  tx: Tx,
  chain: ChainId,
  choice: { unitsMin: ReadonlyMap<AssetCode, bigint>; native: AssetCode; limit: number },
): Promise<Lot[]> {
  const assets = [...choice.unitsMin.keys()];
  const minima = [...choice.unitsMin.values()].map(String);
  const rows = await tx.execute<Omit<Lot, "units"> & { units: string }>(sql`
    SELECT u.address, u.index, u.asset, u.units FROM unswept u
    JOIN unnest(${textArray(assets)}::text[], ${textArray(minima)}::numeric[]) AS worth (asset, units) ON worth.asset = u.asset
    WHERE u.chain = ${chain} AND u.units > 0 AND u.units >= worth.units
      AND NOT EXISTS (SELECT 1 FROM quarantined q WHERE q.chain = u.chain AND q.address = u.address)
      AND NOT EXISTS (SELECT 1 FROM payout_attempts a WHERE a.chain = u.chain AND (a.sender = u.address OR (a.kind IN ('top_up', 'round') AND a.destination = u.address))
        AND (a.state IN ('signed', 'broadcasting', 'sent', 'mined', 'superseded') OR ${IS_DROPPED}))
    ORDER BY (u.asset = ${choice.native}), u.units DESC LIMIT ${choice.limit}`);
  return rows.map(({ units, ...lot }) => ({ ...lot, units: BigInt(units) }));
}

/** Locks a deposit address for one movement; false when another worker is at it, or a transaction is under way. */
export async function lockIdleAddress(tx: Tx, chain: ChainId, address: string): Promise<boolean> {
  const locked = await tx
    .select({ asset: unswept.asset })
    .from(unswept)
    .where(and(eq(unswept.chain, chain), eq(unswept.address, address)))
    .for("update", { skipLocked: true });
  if (locked.length === 0) return false;
  const open = await tx.execute(sql`
    SELECT 1 FROM payout_attempts a WHERE chain = ${chain} AND (state IN ('signed', 'broadcasting', 'sent', 'mined', 'superseded') OR ${IS_DROPPED})
      AND (sender = ${address} OR (kind IN ('top_up', 'round') AND destination = ${address}))`);
  return open.length === 0;
}

/** What the ledger knows to lie on an address. */
export async function unsweptUnits(
  tx: Tx,
  chain: ChainId,
  address: string,
  asset: AssetCode,
): Promise<bigint> {
  const [row] = await tx
    .select({ units: unswept.units })
    .from(unswept)
    .where(and(eq(unswept.chain, chain), eq(unswept.address, address), eq(unswept.asset, asset)));
  return row?.units ?? 0n;
}

/** Whether a reorg took a sweep of an asset from an address out of its block, which is not as deep again. */
export async function hasDroppedSweep(
  tx: Tx,
  { chain, address, asset }: { chain: ChainId; address: string; asset: AssetCode },
): Promise<boolean> {
  const rows = await tx.execute(sql`
    SELECT 1 FROM payout_attempts a
    WHERE kind = 'sweep' AND state = 'final' AND chain = ${chain} AND sender = ${address} AND asset = ${asset} AND ${IS_DROPPED} LIMIT 1`);
  return rows.length > 0;
}
