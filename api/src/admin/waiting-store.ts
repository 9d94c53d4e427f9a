import { sql } from "drizzle-orm";
import { registryUnits } from "../core/asset-amount";
import { ASSET_CODES } from "../core/assets";
import type { Tx } from "../db/client";

/** What waits for an approver: a loan, an order on hold, a payout above a cap, a foreign spend, coins on a sister chain, the brake of retention. */
export type WaitingKind = "loan" | "order" | "payout" | "spend" | "recovery" | "retention";
export type Waiting = { kind: WaitingKind; id: string };

/** More than an approver can look at: beyond the newest so many, nothing is told apart. */
const WAITING_MAX = 1_000;

/** What waits for an approver, the newest first; coins on a sister chain where they are at least what an order may be of. */
export async function listWaiting(tx: Tx): Promise<Waiting[]> {
  const minima = JSON.stringify(
    Object.fromEntries(ASSET_CODES.map((asset) => [asset, registryUnits(asset, "minAmount").toString()])),
  );
  return tx.execute<Waiting>(sql`
    SELECT kind, id FROM (
      SELECT 'loan' AS kind, id::text, created_at AS since FROM loans
        WHERE status = 'pending' AND approval_required AND approved_by IS NULL
      UNION ALL SELECT 'order', id, updated_at FROM orders WHERE ended_as IS NULL AND state = 'hold'
      UNION ALL SELECT 'payout', payload ->> 'legId', created_at FROM outbox
        WHERE done_at IS NULL AND kind = 'send_leg' AND last_error LIKE 'waits for an approver''s release%'
      UNION ALL SELECT 'spend', id::text, seen_at FROM unplanned_spends WHERE state = 'open'
      UNION ALL SELECT 'recovery', d.id, d.credited_at FROM deposits d WHERE d.home IS NOT NULL AND d.kind = 'unallocated' AND d.state = 'credited'
        AND d.units >= (${minima}::text::jsonb ->> d.asset)::numeric AND NOT EXISTS (SELECT 1 FROM order_events e WHERE e.source = 'claim' AND e.external_id = d.id)
      UNION ALL SELECT 'recovery', d.id, o.updated_at FROM deposits d JOIN orders o ON o.id = d.order_id WHERE d.home IS NOT NULL AND d.kind = 'order'
        AND d.state IN ('seen', 'confirmed', 'credited', 'lost') AND o.state = 'action_required'
      UNION ALL SELECT 'retention', held_since::text, held_since FROM retention_brake WHERE released_at IS NULL
    ) AS waiting ORDER BY since DESC LIMIT ${WAITING_MAX}`);
}
