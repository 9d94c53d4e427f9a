import { sql } from "drizzle-orm";
import { isAssetCode } from "../core/assets";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import type { Crowd, Sighting } from "./observer";

const iso = (at: TimeMs): string => new Date(at).toISOString();

export async function insertSession(tx: Tx, session: { idHash: string; expiresAt: TimeMs }): Promise<void> {
  await tx.execute(
    sql`INSERT INTO mixer_sessions (id_hash, expires_at) VALUES (${session.idHash}, ${iso(session.expiresAt)})`,
  );
}

/** Whether a session exists and has not ended. */
export async function isSessionLive(tx: Tx, session: { idHash: string; now: TimeMs }): Promise<boolean> {
  const rows = await tx.execute(
    sql`SELECT 1 FROM mixer_sessions WHERE id_hash = ${session.idHash} AND expires_at > ${iso(session.now)}`,
  );
  return rows.length === 1;
}

export async function deleteEndedSessions(tx: Tx, now: TimeMs): Promise<void> {
  await tx.execute(sql`DELETE FROM mixer_sessions WHERE expires_at <= ${iso(now)}`);
}

/** Orders older than this take no deposit that counts as company any more: a late one is refunded. */
const ORDER_AGE_MS_MAX = 48 * 3_600_000;
/** Rows read of each kind, the newest: more company than this is more than anybody needs to know of. */
const CROWD_MAX = 2_000;

/**
 * The ends of all mixes since a time: credited deposits, and payouts summed by address; a payout still to come is seen
 * now. Plain exchanges are no company: their two ends are told apart by their immediate payout. `exceptOrderId` leaves
 * out the mix that asks.
 */
export async function readCrowd(
  tx: Tx,
  query: { since: TimeMs; now: TimeMs; exceptOrderId?: string },
): Promise<Crowd> {
  const since = iso(query.since);
  const mixes = sql`SELECT id FROM orders
    WHERE terms ->> 'mixer' IS NOT NULL AND created_at > ${iso(query.since - ORDER_AGE_MS_MAX)} AND id <> ${query.exceptOrderId ?? ""}`;
  const [deposits, payouts] = await Promise.all([
    tx.execute<SightingRow>(sql`
      SELECT d.asset, d.units, d.credited_at AS at FROM deposits d
      WHERE d.order_id IN (${mixes}) AND d.state = 'credited' AND d.credited_at > ${since}
      ORDER BY d.credited_at DESC LIMIT ${CROWD_MAX}`),
    tx.execute<SightingRow>(sql`
      SELECT asset, units, at FROM (
        SELECT l.asset, sum(l.units) AS units, coalesce(max(a.created_at), ${iso(query.now)}) AS at
        FROM payout_legs l LEFT JOIN payout_attempts a ON a.leg_id = l.id AND a.state NOT IN ('reverted', 'dead')
        WHERE l.order_id IN (${mixes}) AND l.kind = 'payout' AND l.state <> 'reversed'
        GROUP BY l.order_id, l.destination, l.asset) paid
      WHERE at > ${since} ORDER BY at DESC LIMIT ${CROWD_MAX}`),
  ]);
  return { deposits: deposits.flatMap(sighting), payouts: payouts.flatMap(sighting) };
}

type SightingRow = { asset: string; units: string; at: string };

const sighting = (row: SightingRow): Sighting[] =>
  isAssetCode(row.asset)
    ? [{ asset: row.asset, units: BigInt(row.units), at: new Date(row.at).getTime() }]
    : [];
