import { sql } from "drizzle-orm";
import { isAssetCode } from "../../core/assets";
import type { OrderId } from "../../core/ids";
import { isoOf } from "../../core/instant";
import type { TimeMs } from "../../core/ports";
import type { Tx } from "../../db/client";
import type { Crowd, Sighting } from "../../mixer/observer";
import { firstLegBetween } from "../../mixer/plan";
import { readSettings } from "./stored-order";

/** Orders older than this take no deposit that counts towards an anonymity set any more: a late one is refunded. */
const ORDER_AGE_MS_MAX = 48 * 3_600_000;
/** Rows read of each kind, the newest: a larger anonymity set needs no exact figure. */
const CROWD_MAX = 2_000;

/**
 * The ends of all mixes since a time: credited deposits, and payouts summed by address; a payout still to come is seen
 * now. Plain exchanges do not count: their immediate payout gives their two ends away. `exceptOrderId` leaves
 * out the mix that asks.
 */
export async function readCrowd(
  tx: Tx,
  query: { since: TimeMs; now: TimeMs; exceptOrderId?: OrderId },
): Promise<Crowd> {
  const since = isoOf(query.since);
  // One row a mix: when it was paid, when its first leg went, and its settings, which say when that leg could go.
  const mixes = sql`WITH mixes AS (
    SELECT o.id, o.terms #> '{mixer,settings}' AS settings, (o.body #>> '{mix,delayMinutes}')::int AS delay_minutes,
      (SELECT min(d.credited_at) FROM deposits d WHERE d.order_id = o.id AND d.state = 'credited') AS paid_in_at,
      (SELECT min(a.created_at) FROM payout_legs l JOIN attempt_legs p ON p.leg_id = l.id AND p.live
        JOIN payout_attempts a ON a.id = p.attempt_id AND a.kind = 'legs' WHERE l.order_id = o.id AND l.kind = 'payout') AS paid_out_at
    FROM orders o WHERE o.is_mixed AND o.created_at > ${isoOf(query.since - ORDER_AGE_MS_MAX)}
      AND o.id <> ${query.exceptOrderId ?? ""})`;
  const timing = sql`m.settings, m.delay_minutes, m.paid_in_at, m.paid_out_at`;
  const [deposits, payouts] = await Promise.all([
    tx.execute<SightingRow>(sql`
      ${mixes} SELECT d.asset, d.units, d.credited_at AS at, ${timing} FROM mixes m JOIN deposits d ON d.order_id = m.id
      WHERE d.state = 'credited' AND d.credited_at > ${since}
      ORDER BY d.credited_at DESC LIMIT ${CROWD_MAX}`),
    tx.execute<SightingRow>(sql`
      ${mixes} SELECT paid.asset, paid.units, paid.at, ${timing} FROM (
        SELECT l.order_id, l.asset, sum(l.units) AS units, coalesce(max(a.created_at), ${isoOf(query.now)}) AS at
        FROM payout_legs l LEFT JOIN attempt_legs p ON p.leg_id = l.id AND p.live LEFT JOIN payout_attempts a ON a.id = p.attempt_id AND a.kind = 'legs'
        WHERE l.order_id IN (SELECT id FROM mixes) AND l.kind = 'payout' AND l.state <> 'reversed'
        GROUP BY l.order_id, l.destination, l.asset) paid JOIN mixes m ON m.id = paid.order_id
      WHERE paid.at > ${since} ORDER BY paid.at DESC LIMIT ${CROWD_MAX}`),
  ]);
  return { deposits: deposits.flatMap(readSighting), payouts: payouts.flatMap(readSighting) };
}

type SightingRow = {
  asset: string;
  units: string;
  at: string;
  settings: unknown;
  delay_minutes: number | null;
  paid_in_at: string | null;
  paid_out_at: string | null;
};

const time = (text: string): TimeMs => new Date(text).getTime();

/** None for a mix that was not paid in, or in an asset that is no longer known. */
function readSighting(row: SightingRow): Sighting[] {
  if (!isAssetCode(row.asset) || row.paid_in_at === null) return [];
  const settings = readSettings(row.settings);
  const { paid_out_at: paidOutAt } = row;
  const timing = {
    paidInAt: time(row.paid_in_at),
    paidOutAt: paidOutAt === null ? null : time(paidOutAt),
    ...firstLegBetween(settings, (row.delay_minutes ?? settings.delayMinutes) - settings.delayMinutes),
  };
  return [{ asset: row.asset, units: BigInt(row.units), at: time(row.at), timing }];
}
