import { sql } from "drizzle-orm";
import type { AssetCode, ChainId } from "../core/assets";
import type { LegId } from "../core/ids";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import type { AttemptState } from "./attempt";
import { MAY_PAY } from "./attempt-legs-store";
import type { OverrideState } from "./decisions";
import { isAway } from "./override-store";

/** A transaction in a block, or in a node's pool, that is older has not moved in its time. */
const UNMINED_MS_MAX = 3_600_000;
const LISTED_MAX = 50;

/** One transaction of a payout that does not move. `said`: what the node said last; `since`, since when it knows it or not. */
export type StuckTransaction = {
  txId: string;
  state: AttemptState;
  createdAt: TimeMs;
  nonce: number | null;
  inputs: string[];
  said: string | null;
  since: TimeMs | null;
  proof: string | null;
};

/** A payout that does not move: whose it is (an order's tracking code or a loan's number), and what the books know of it. */
export type StuckPayout = {
  legId: LegId;
  kind: "payout" | "refund" | "loan";
  name: string;
  chain: ChainId;
  asset: AssetCode;
  units: bigint;
  /** Whether an approver may have it signed once more. */
  canOverride: boolean;
  override: { state: OverrideState; reason: string } | null;
  transactions: StuckTransaction[];
};

type Row = {
  id: LegId;
  kind: StuckPayout["kind"];
  name: string;
  chain: ChainId;
  asset: AssetCode;
  units: string;
  can_override: boolean;
  override_state: OverrideState | null;
  reason: string | null;
  transactions: (Omit<StuckTransaction, "createdAt" | "since"> & {
    createdAt: string;
    since: string | null;
  })[];
};

/**
 * Payouts that do not move: none of their transactions is in a block, and the last one is refused, was superseded without
 * another in its place, or they have waited for an hour. The longest-waiting 50.
 */
export async function listStuckPayouts(tx: Tx, now: TimeMs): Promise<StuckPayout[]> {
  const unminedBefore = isoOf(now - UNMINED_MS_MAX);
  const rows = await tx.execute<Row>(sql`
    SELECT l.id, l.kind, COALESCE(o.tracking_code, l.loan_id::text) AS name, l.chain, l.asset, l.units::text,
      ((v.state IS NULL OR v.state = 'refused') AND t.all_away) AS can_override,
      v.state AS override_state, v.reason, t.transactions
    FROM payout_legs l LEFT JOIN orders o ON o.id = l.order_id LEFT JOIN payout_overrides v ON v.leg_id = l.id
    JOIN LATERAL (SELECT bool_and(NOT (${MAY_PAY}) OR ${isAway(now)}) AS all_away,
        min(a.created_at) FILTER (WHERE ${MAY_PAY}) AS first_at, bool_or(a.state = 'mined') AS is_mined, bool_or(a.live) AS has_live,
        bool_or(a.live AND k.said NOT IN ('mempool', 'mined')) AS is_refused,
        json_agg(json_build_object('txId', a.tx_id, 'state', a.state, 'createdAt', a.created_at, 'nonce', a.nonce, 'inputs', COALESCE(k.inputs, '{}'),
          'said', k.said, 'since', k.since, 'proof', a.proof) ORDER BY a.id) AS transactions
      FROM attempt_legs p JOIN payout_attempts a ON a.id = p.attempt_id LEFT JOIN attempt_looks k ON k.attempt_id = a.id
      WHERE p.leg_id = l.id) AS t ON t.transactions IS NOT NULL
    WHERE l.state = 'planned' AND l.id IN (SELECT p.leg_id FROM payout_attempts a JOIN attempt_legs p ON p.attempt_id = a.id
        WHERE a.state IN ('signed', 'broadcasting', 'sent', 'superseded'))
      AND NOT t.is_mined AND (t.is_refused OR NOT t.has_live OR t.first_at < ${unminedBefore})
    ORDER BY t.first_at LIMIT ${LISTED_MAX}`);
  return rows.map(readRow);
}

const readRow = ({
  id,
  units,
  can_override,
  override_state,
  reason,
  transactions,
  ...row
}: Row): StuckPayout => ({
  ...row,
  legId: id,
  units: BigInt(units),
  canOverride: can_override,
  override: override_state === null || reason === null ? null : { state: override_state, reason },
  transactions: transactions.map((one) => ({
    ...one,
    createdAt: Date.parse(one.createdAt),
    since: one.since === null ? null : Date.parse(one.since),
  })),
});
