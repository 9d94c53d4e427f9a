import { sql } from "drizzle-orm";
import { assert } from "../core/assert";
import type { ChainId } from "../core/assets";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";

/** For which kinds of work on a chain's transactions there is something to look at now. */
export type DueWork = {
  /** Transactions that had ended, and that a reorg took out of their blocks. */
  dropped: boolean;
  attempts: boolean;
  /** What approvers have decided, on payments and on transactions that we did not sign. */
  overrides: boolean;
  adoptions: boolean;
  /** Coins on deposit addresses, whether or not they are worth moving; or sweeps, which a reorg may have left without fees. */
  sweeps: boolean;
  rounds: boolean;
};

/**
 * The chains on which something of ours is under way or due: a deposit that is not credited, a loss, a transaction to be
 * followed, a round, a decision, or a node that does not respond. One statement asks for all chains. Coins that lie on
 * deposit addresses are swept when their chain is looked at for another reason, or in its turn.
 */
export async function chainsAtWork(tx: Tx, now: TimeMs): Promise<ChainId[]> {
  const at = isoOf(now);
  const rows = await tx.execute<{ chain: ChainId }>(sql`
    SELECT a.chain FROM dropped_attempts d JOIN payout_attempts a ON a.id = d.attempt_id WHERE d.next_check_at <= ${at}
    UNION SELECT chain FROM payout_attempts
      WHERE next_check_at <= ${at} AND state IN ('signed', 'broadcasting', 'sent', 'mined', 'superseded')
    UNION SELECT l.chain FROM payout_overrides o JOIN payout_legs l ON l.id = o.leg_id WHERE o.state = 'asked'
    UNION SELECT chain FROM unplanned_spends WHERE state = 'asked'
    UNION SELECT chain FROM mix_rounds WHERE state = 'planned'
    UNION SELECT chain FROM deposits WHERE state IN ('seen', 'confirmed') OR (state = 'lost' AND (height IS NOT NULL OR loss_unbooked))
    UNION SELECT chain FROM chain_cursors WHERE status = 'unavailable'`);
  return rows.map(({ chain }) => chain);
}

/** Asks for all kinds at once: on most looks at a chain there is nothing to do. */
export async function dueWork(tx: Tx, chain: ChainId, now: TimeMs): Promise<DueWork> {
  const at = isoOf(now);
  const [due] = await tx.execute<DueWork>(sql`
    SELECT
      EXISTS (SELECT 1 FROM dropped_attempts d JOIN payout_attempts a ON a.id = d.attempt_id
        WHERE a.chain = ${chain} AND d.next_check_at <= ${at}) AS dropped,
      EXISTS (SELECT 1 FROM payout_attempts WHERE chain = ${chain} AND next_check_at <= ${at}
        AND state IN ('signed', 'broadcasting', 'sent', 'mined', 'superseded')) AS attempts,
      EXISTS (SELECT 1 FROM payout_overrides o JOIN payout_legs l ON l.id = o.leg_id
        WHERE o.state = 'asked' AND l.chain = ${chain}) AS overrides,
      EXISTS (SELECT 1 FROM unplanned_spends WHERE chain = ${chain} AND state = 'asked') AS adoptions,
      EXISTS (SELECT 1 FROM unswept WHERE chain = ${chain} AND units > 0)
        OR EXISTS (SELECT 1 FROM payout_attempts WHERE chain = ${chain} AND kind = 'sweep' AND state IN ('broadcasting', 'sent'))
        OR EXISTS (SELECT 1 FROM dropped_attempts d JOIN payout_attempts a ON a.id = d.attempt_id
          WHERE a.chain = ${chain} AND a.kind = 'sweep') AS sweeps,
      EXISTS (SELECT 1 FROM mix_rounds WHERE chain = ${chain} AND state = 'planned') AS rounds`);
  assert(due !== undefined, "a statement without its row", { chain });
  return due;
}
