import { sql } from "drizzle-orm";
import { AMOUNT_TOLERANCE_PPM } from "../../core/asset-amount";
import type { AssetCode } from "../../core/assets";
import { PPM } from "../../core/fees";
import { isoOf } from "../../core/instant";
import type { TimeMs } from "../../core/ports";
import type { Tx } from "../../db/client";
import { textArray } from "../../db/text-array";

/** Any number: the lock that every order which promises a rate takes before it counts what others promise. */
const EXPOSURE_LOCK = 7_205_003;

/**
 * Units of an asset that are promised, less those that are to be received for promises; and what of it belongs to orders that
 * are not paid yet, or not wholly: what is in no block can be replaced, and a little of the amount is not the amount. Of the
 * orders that were asked for, `unpaidOf` has the part of each.
 */
export type Exposure = { units: bigint; unpaidUnits: bigint; unpaidOf: ReadonlyMap<string, bigint> };

/** Units of an order's deposits that were in blocks before its quote ended: at least what was agreed makes it paid. */
const PAID_IN_TIME = sql`(SELECT coalesce(sum((d #>> '{units,$bigint}')::numeric), 0) FROM jsonb_array_elements(o.body -> 'deposits') AS d
        WHERE d ->> 'asset' = q.send_asset AND d ->> 'childId' IS NULL AND d ->> 'status' IN ('pending', 'credited')
          AND (d ->> 'blockAt')::numeric <= extract(epoch FROM q.expires_at) * 1000)`;
const LEAST_AGREED = sql`q.send_units - ceil(q.send_units * ${sql.raw(String(AMOUNT_TOLERANCE_PPM))} / ${sql.raw(String(PPM))})`;

/**
 * Units of each asset that orders not yet settled promise to pay, less those that they are promised, by a fixed rate or by
 * a consent to an offer. A fixed rate that was not paid for before its quote ended is promised no more. Holds a lock until the transaction ends: those who promise at the same moment see each other,
 * and their own orders where they are written before.
 */
export async function lockExposure(
  tx: Tx,
  askedFor: readonly string[],
  now: TimeMs,
): Promise<ReadonlyMap<AssetCode, Exposure>> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${EXPOSURE_LOCK})`);
  const rows = await tx.execute<{ asset: AssetCode; of: string | null; net: string; unpaid: string }>(sql`
    WITH promises (id, send_asset, receive_asset, send_units, receive_units, unpaid) AS (
      SELECT o.id, q.send_asset, q.receive_asset, q.send_units, q.receive_units, NOT is_paid
      FROM quotes q JOIN orders o ON o.id = q.order_id, LATERAL (SELECT ${PAID_IN_TIME} >= ${LEAST_AGREED} AS is_paid) AS paid
      WHERE o.ended_as IS NULL AND o.state IN ('waiting', 'confirming', 'screening', 'exchanging') AND o.body ->> 'approval' IS NULL
        AND (is_paid OR q.expires_at > ${isoOf(now)}::timestamptz)
      UNION ALL SELECT id, send_asset, terms ->> 'receiveAsset', (body #>> '{approval,sendUnits,$bigint}')::numeric,
        (body #>> '{approval,receiveUnits,$bigint}')::numeric, false
      FROM orders WHERE ended_as IS NULL AND state IN ('screening', 'exchanging') AND jsonb_typeof(body -> 'approval') = 'object')
    SELECT asset, of, sum(units) AS net, coalesce(sum(units) FILTER (WHERE unpaid), 0) AS unpaid FROM (
      SELECT promises.*, CASE WHEN unpaid AND id = ANY(${textArray(askedFor)}::text[]) THEN id END AS of FROM promises
    ) AS known, LATERAL (VALUES (receive_asset, receive_units), (send_asset, -send_units)) AS sides (asset, units)
    GROUP BY asset, of`);
  return exposureOf(rows);
}

/** Adds up rows, of which those of the orders that were asked for are apart. */
function exposureOf(
  rows: readonly { asset: AssetCode; of: string | null; net: string; unpaid: string }[],
): ReadonlyMap<AssetCode, Exposure> {
  const sums = new Map<AssetCode, { units: bigint; unpaidUnits: bigint; unpaidOf: Map<string, bigint> }>();
  for (const { asset, of, net, unpaid } of rows) {
    const sum = sums.get(asset) ?? { units: 0n, unpaidUnits: 0n, unpaidOf: new Map<string, bigint>() };
    sums.set(asset, sum);
    sum.units += BigInt(net);
    sum.unpaidUnits += BigInt(unpaid);
    if (of !== null) sum.unpaidOf.set(of, BigInt(unpaid));
  }
  return sums;
}
