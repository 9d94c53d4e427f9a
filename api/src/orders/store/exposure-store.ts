import { sql } from "drizzle-orm";
import type { AssetCode } from "../../core/assets";
import type { Tx } from "../../db/client";
import { textArray } from "../../db/text-array";

/** Any number: the lock that every order which promises a rate takes before it counts what others promise. */
const EXPOSURE_LOCK = 7_205_003;

/**
 * Units of an asset that are promised, less those that are to be received for promises; and what of it belongs to orders that
 * are not paid yet, or not wholly: what is in no block can be replaced, and a little of the amount is not the amount. `ownUnits`
 * is the part of that which belongs to the orders that were asked for.
 */
export type Exposure = { units: bigint; unpaidUnits: bigint; ownUnits: bigint };

export const NOTHING_PROMISED: Exposure = { units: 0n, unpaidUnits: 0n, ownUnits: 0n };

/**
 * Units of each asset that orders not yet settled promise to pay, less those that they are promised, by a fixed rate or by
 * a consent to an offer. Holds a lock until the transaction ends: those who promise at the same moment see each other,
 * and their own order where it is written before.
 */
export async function lockExposure(
  tx: Tx,
  own: readonly string[],
): Promise<ReadonlyMap<AssetCode, Exposure>> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${EXPOSURE_LOCK})`);
  const rows = await tx.execute<{ asset: AssetCode; net: string; unpaid: string; own: string }>(sql`
    WITH promises (send_asset, receive_asset, send_units, receive_units, unpaid, own) AS (
      SELECT q.send_asset, q.receive_asset, q.send_units, q.receive_units, (o.body #>> '{unpaidUnits,$bigint}')::numeric > 0, o.id = ANY(${textArray(own)}::text[])
      FROM quotes q JOIN orders o ON o.id = q.order_id
      WHERE o.ended_as IS NULL AND o.state IN ('waiting', 'confirming', 'screening', 'exchanging') AND o.body ->> 'approval' IS NULL
      UNION ALL SELECT send_asset, terms ->> 'receiveAsset', (body #>> '{approval,sendUnits,$bigint}')::numeric,
        (body #>> '{approval,receiveUnits,$bigint}')::numeric, false, false
      FROM orders WHERE ended_as IS NULL AND state IN ('screening', 'exchanging') AND jsonb_typeof(body -> 'approval') = 'object')
    SELECT asset, sum(units) AS net, coalesce(sum(units) FILTER (WHERE unpaid), 0) AS unpaid,
      coalesce(sum(units) FILTER (WHERE unpaid AND own), 0) AS own FROM (
      SELECT receive_asset AS asset, receive_units AS units, unpaid, own FROM promises
      UNION ALL SELECT send_asset, -send_units, unpaid, own FROM promises) AS sides GROUP BY asset`);
  return new Map(
    rows.map(({ asset, net, unpaid, own: ownSum }) => [
      asset,
      { units: BigInt(net), unpaidUnits: BigInt(unpaid), ownUnits: BigInt(ownSum) },
    ]),
  );
}
