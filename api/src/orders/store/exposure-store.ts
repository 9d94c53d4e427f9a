import { sql } from "drizzle-orm";
import { AMOUNT_TOLERANCE_PPM } from "../../core/asset-amount";
import type { AssetCode } from "../../core/assets";
import { PPM } from "../../core/fees";
import type { TimeMs } from "../../core/ports";
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

/** Units of an order's deposits that were in blocks before its quote ended: at least what was agreed makes it paid. */
const PAID_IN_TIME = sql`(SELECT coalesce(sum((d #>> '{units,$bigint}')::numeric), 0) FROM jsonb_array_elements(o.body -> 'deposits') AS d
        WHERE d ->> 'asset' = q.send_asset AND d ->> 'childId' IS NULL AND d ->> 'status' IN ('pending', 'credited')
          AND (d ->> 'blockAt')::numeric <= extract(epoch FROM q.expires_at) * 1000)`;
const LEAST_AGREED = sql`q.send_units - ceil(q.send_units * ${sql.raw(String(AMOUNT_TOLERANCE_PPM))} / ${sql.raw(String(PPM))})`;

/**
 * Units of each asset that orders not yet settled promise to pay, less those that they are promised, by a fixed rate or by
 * a consent to an offer. A fixed rate that was not paid for before its quote ended is promised no more. Holds a lock until the transaction ends: those who promise at the same moment see each other,
 * and their own order where it is written before.
 */
export async function lockExposure(
  tx: Tx,
  own: readonly string[],
  now: TimeMs,
): Promise<ReadonlyMap<AssetCode, Exposure>> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${EXPOSURE_LOCK})`);
  const rows = await tx.execute<{ asset: AssetCode; net: string; unpaid: string; own: string }>(sql`
    WITH promises (send_asset, receive_asset, send_units, receive_units, unpaid, own) AS (
      SELECT q.send_asset, q.receive_asset, q.send_units, q.receive_units, NOT is_paid, o.id = ANY(${textArray(own)}::text[])
      FROM quotes q JOIN orders o ON o.id = q.order_id, LATERAL (SELECT ${PAID_IN_TIME} >= ${LEAST_AGREED} AS is_paid) AS paid
      WHERE o.ended_as IS NULL AND o.state IN ('waiting', 'confirming', 'screening', 'exchanging') AND o.body ->> 'approval' IS NULL
        AND (is_paid OR q.expires_at > ${new Date(now).toISOString()}::timestamptz)
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
