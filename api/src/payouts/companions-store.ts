import { sql } from "drizzle-orm";
import type { ChainId } from "../core/assets";
import type { LegId } from "../core/ids";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";
import { WANTS_TOR } from "./attempt-way-store";

/**
 * A leg with those that may share its transaction, itself included, each with the time at which it was planned; none twice of
 * one owner, and the oldest of the others where they are more than its chain's limit. Empty where the leg goes out by itself: its chain has no limit, it was planned before `since` or signed
 * before, its order is on hold or a mix, or it goes through Tor. The same holds for the others.
 */
export async function sharingLegs(
  tx: Tx,
  asked: { legId: LegId; limits: ReadonlyMap<ChainId, number>; since: TimeMs },
): Promise<{ id: LegId; plannedAt: TimeMs }[]> {
  const rows = await tx.execute<{ id: LegId; created_at: string; most: number }>(sql`
    WITH fresh AS (
      SELECT l.id, l.chain, l.owner, l.created_at FROM payout_legs l LEFT JOIN orders o ON o.id = l.order_id
      WHERE l.state = 'planned' AND l.created_at > ${isoOf(asked.since)}
        AND NOT EXISTS (SELECT 1 FROM attempt_legs p WHERE p.leg_id = l.id)
        AND o.terms ->> 'mixer' IS NULL AND ${WANTS_TOR} IS NOT TRUE AND o.state IS DISTINCT FROM 'hold'
    )
    SELECT id, created_at, most FROM (
      SELECT DISTINCT ON (fresh.owner) fresh.id, limits.most, fresh.created_at FROM fresh JOIN fresh AS asked ON asked.id = ${asked.legId}
        AND fresh.chain = asked.chain AND (fresh.owner <> asked.owner OR fresh.id = asked.id)
      JOIN unnest(${textArray([...asked.limits.keys()])}::text[], ${textArray([...asked.limits.values()].map(String))}::integer[])
        AS limits (chain, most) ON limits.chain = asked.chain
      ORDER BY fresh.owner, fresh.created_at) AS sharing
    ORDER BY id <> ${asked.legId}, created_at`);
  return rows
    .slice(0, rows[0]?.most)
    .map(({ id, created_at }) => ({ id, plannedAt: new Date(created_at).getTime() }));
}
