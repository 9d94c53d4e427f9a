import { sql } from "drizzle-orm";
import type { Tx } from "../db/client";
import { type Stuck, SWEEP_REVERTS_MAX } from "./stuck";

/** A moment that long before the chains answered last, by the worker's clock; no chain has answered in a new database. */
const before = (interval: string): string =>
  `(SELECT max(answered_at) FROM chain_cursors) - interval '${interval}'`;

const isOpen = "state IN ('signed', 'broadcasting', 'sent', 'mined')";
const hasWork = "EXISTS (SELECT 1 FROM outbox w WHERE w.order_id = o.id AND w.done_at IS NULL)";
/** Rounds of a mix carry several orders: they wait for its own work. */
const hasTransaction = `EXISTS (SELECT 1 FROM payout_legs l JOIN attempt_legs p ON p.leg_id = l.id JOIN payout_attempts a ON a.id = p.attempt_id AND a.${isOpen} WHERE l.order_id = o.id)`;
const hasDeposit =
  "EXISTS (SELECT 1 FROM deposits d WHERE d.order_id = o.id AND d.state IN ('seen', 'confirmed'))";
const isPaused = "EXISTS (SELECT 1 FROM admin_switches WHERE paused AND name IN ('payouts', 'signer'))";
/** The last sweep of coins `u` that failed; none where it is forgotten. */
const lastRevert =
  "(SELECT a.tx_id FROM payout_attempts a WHERE a.chain = u.chain AND a.sender = u.address AND a.asset = u.asset AND a.kind = 'sweep' AND a.state = 'reverted' ORDER BY a.id DESC LIMIT 1)";

/**
 * Every order, leg, loan and sweep that has not moved in its time. An order that we work on, or a leg, has work in the outbox or a
 * transaction under way (10 minutes; orders wait for deposits that are on their way, too). A timer is looked at within an
 * hour, or within a day where it needs a price. Work is done, or a transaction (of a leg, or a child) is final, within a day, unless an
 * administrator has paused payouts. A sweep may wait in a node's pool for lower fees, but is shown where nodes have refused it
 * for a day. A final transaction that a reorg took out of its block is in a node's pool within an hour,
 * and as deep as before within a day; where it cannot be what it was, it is shown at once. Tokens on deposit addresses wait
 * an hour for native coins that are not promised, and coins as long for a signer that refuses to sign for their sweep. Coins whose sweeps are set aside, because they failed on the chain, are shown
 * until one succeeds. A deposit that is deep enough is credited within a day after it was seen in its
 * block, while its network answers. People (decisions, holds) and confirmations may take as long as they need:
 * they have deadlines of their own, which are timers. A payout above a cap of the signer is shown at once.
 */
export const STUCK = `
  SELECT 'order' AS kind, o.tracking_code AS name, 'nothing' AS awaits, o.updated_at AS since, NULL AS detail FROM orders o
    WHERE o.ended_as IS NULL AND o.state IN ('confirming', 'screening', 'exchanging', 'mixing', 'sending', 'refunding') AND o.updated_at < ${before("10 minutes")}
      AND NOT ${hasWork} AND NOT ${hasTransaction} AND NOT ${hasDeposit}
  UNION ALL SELECT 'order', o.tracking_code, 'timer', o.next_timer_at, NULL FROM orders o
    WHERE o.next_timer_at < CASE o.state WHEN 'action_required' THEN ${before("1 day")} ELSE ${before("1 hour")} END
  UNION ALL SELECT 'order', o.tracking_code, 'work', greatest(o.updated_at, w.created_at), w.last_error
    FROM outbox w JOIN orders o ON o.id = w.order_id
    WHERE w.done_at IS NULL AND w.kind <> 'mix' AND o.state <> 'hold' AND NOT (w.kind = 'send_leg' AND ${isPaused})
      AND greatest(o.updated_at, w.created_at) < ${before("1 day")}
  UNION ALL SELECT 'leg', l.id, 'nothing', l.created_at, NULL FROM payout_legs l LEFT JOIN orders o ON o.id = l.order_id
    WHERE l.state = 'planned' AND l.created_at < ${before("10 minutes")} AND o.state IS DISTINCT FROM 'hold'
      AND NOT EXISTS (SELECT 1 FROM attempt_legs p WHERE p.leg_id = l.id AND p.live)
      AND NOT EXISTS (SELECT 1 FROM outbox w WHERE w.done_at IS NULL AND w.kind IN ('send_leg', 'replan_leg') AND w.payload ->> 'legId' = l.id)
  UNION ALL SELECT 'leg', w.payload ->> 'legId', 'release', w.created_at, w.last_error FROM outbox w
    WHERE w.done_at IS NULL AND w.kind = 'send_leg' AND w.last_error LIKE 'waits for an approver''s release%'
  UNION ALL SELECT 'leg', p.leg_id, 'transaction', a.created_at, NULL FROM attempt_legs p JOIN payout_attempts a ON a.id = p.attempt_id
    WHERE a.${isOpen} AND a.created_at < ${before("1 day")}
  UNION ALL SELECT 'transaction', a.tx_id, 'transaction', a.created_at, NULL FROM payout_attempts a
    WHERE a.kind = 'child' AND a.${isOpen} AND a.created_at < ${before("1 day")}
  UNION ALL SELECT 'transaction', a.tx_id, 'transaction', k.since, k.said FROM payout_attempts a JOIN attempt_looks k ON k.attempt_id = a.id
    WHERE a.kind = 'sweep' AND a.state IN ('broadcasting', 'sent') AND k.said NOT IN ('mempool', 'mined') AND k.since < ${before("1 day")} AND NOT ${isPaused}
  UNION ALL SELECT 'transaction', a.tx_id, 'transaction', d.since, COALESCE(d.trouble, d.said) FROM dropped_attempts d JOIN payout_attempts a ON a.id = d.attempt_id
    WHERE (d.trouble IS NOT NULL OR d.since < CASE WHEN d.said IN ('mempool', 'mined') THEN ${before("1 day")} ELSE ${before("1 hour")} END)
      AND NOT (a.state = 'doubled' AND a.sender IS NULL AND d.trouble IS NULL)
  UNION ALL SELECT 'loan', n.id::text, 'nothing', n.asked_at, NULL FROM loans n
    WHERE n.status = 'processing' AND n.leg_id IS NULL AND n.asked_at < ${before("10 minutes")}
      AND NOT EXISTS (SELECT 1 FROM outbox w WHERE w.done_at IS NULL AND w.key LIKE 'loan:' || n.id || ':%')
  UNION ALL SELECT 'sweep', u.asset, 'native_coins', min(u.short_since), NULL FROM unswept u
    WHERE u.units > 0 AND u.short_since < ${before("1 hour")} AND NOT ${isPaused} GROUP BY u.asset
  UNION ALL SELECT 'sweep', u.asset, 'transfer', min(u.reverting_since), (array_agg(${lastRevert} ORDER BY u.reverted_at DESC))[1] FROM unswept u
    WHERE u.units > 0 AND u.reverts >= ${SWEEP_REVERTS_MAX} GROUP BY u.asset
  UNION ALL SELECT 'sweep', u.asset, 'signer', min(u.refused_since), (array_agg(u.refused_for ORDER BY u.refused_since DESC))[1] FROM unswept u
    WHERE u.units > 0 AND u.refused_since < ${before("1 hour")} AND NOT ${isPaused} GROUP BY u.asset
  UNION ALL SELECT 'deposit', COALESCE(d.tx_hash, o.tracking_code, d.asset), 'credit', greatest(d.block_at, d.first_seen_at), NULL
    FROM deposits d JOIN chain_cursors c ON c.chain = d.chain LEFT JOIN orders o ON o.id = d.order_id
    WHERE d.state = 'seen' AND d.height IS NOT NULL AND greatest(d.block_at, d.first_seen_at) < ${before("1 day")} AND c.status = 'ok' AND c.tip_height - d.height + 1 >= d.required
  UNION ALL SELECT 'loan', n.id::text, 'work', w.created_at, w.last_error FROM loans n
    JOIN outbox w ON w.key LIKE 'loan:' || n.id || ':%' AND w.done_at IS NULL
    WHERE n.status = 'processing' AND w.created_at < ${before("1 day")} AND NOT (w.kind = 'send_leg' AND ${isPaused})`;

/** How many of what is stuck a list has. */
const LISTED_MAX = 20;

/** Returns what is stuck, the longest first: how many, and the first 20. */
export async function readStuck(tx: Tx): Promise<{ count: number; first: Stuck[] }> {
  const rows = await tx.execute<Omit<Stuck, "since"> & { since: string; count: string }>(sql`
    SELECT kind, name, awaits, (extract(epoch FROM since) * 1000)::bigint::text AS since, detail, count(*) OVER () AS count
    FROM (${sql.raw(STUCK)}) AS s ORDER BY s.since, s.name LIMIT ${LISTED_MAX}`);
  return {
    count: Number(rows[0]?.count ?? 0),
    first: rows.map(({ kind, name, awaits, since, detail }) => ({
      kind,
      name,
      awaits,
      since: Number(since),
      detail,
    })),
  };
}
