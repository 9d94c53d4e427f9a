import { and, eq, sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { ChainId } from "../core/assets";
import type { LegId } from "../core/ids";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs } from "../db/columns";
import { textArray } from "../db/text-array";
import { MAY_PAY, PAID_LEGS } from "./attempt-legs-store";
import { ATTEMPT_COLUMNS, type Attempt, type AttemptRow, readAttempt } from "./attempt-store";
import { OVER_TOR } from "./attempt-way-store";
import type { OverrideState } from "./decisions";

/** How long a node must not have known a transaction, or have refused it, before an approver can decide on its leg. */
const AWAY_MS_MIN = 600_000;
/** An older look says nothing of the chain as it is. */
const LOOK_MS_MAX = 120_000;

const payoutOverrides = pgTable("payout_overrides", {
  legId: text("leg_id").$type<LegId>().primaryKey(),
  txId: text("tx_id").notNull(),
  reason: text("reason").notNull(),
  state: text("state").$type<OverrideState>().notNull(),
  askedAt: timeMs("asked_at").notNull(),
});

/**
 * Whether an attempt `a` is one that no look has found for long enough, as far as the books know: not mined, not in the
 * node's pool, looked for lately, and without a proof (it would be dead).
 */
export const isAway = (now: TimeMs) => sql`(a.state IN ('broadcasting', 'sent', 'superseded') AND EXISTS (
  SELECT 1 FROM attempt_looks k WHERE k.attempt_id = a.id AND k.said NOT IN ('mempool', 'mined')
    AND k.since <= ${isoOf(now - AWAY_MS_MIN)} AND k.at >= ${isoOf(now - LOOK_MS_MAX)}))`;

/** What the books know of a leg that an approver wants to override. */
export type LegInDoubt = {
  chain: ChainId;
  state: "planned" | "final" | "reversed";
  /** Of its first transaction. */
  firstTxId: string | null;
  /** Whether every transaction of it that is not proved dead is away. */
  isAway: boolean;
  override: OverrideState | null;
};

export async function loadLegInDoubt(tx: Tx, legId: LegId, now: TimeMs): Promise<LegInDoubt | undefined> {
  const rows = await tx.execute<{
    chain: ChainId;
    state: LegInDoubt["state"];
    first_tx_id: string | null;
    is_away: boolean;
    override: OverrideState | null;
  }>(sql`
    SELECT l.chain, l.state, o.state AS override,
      (SELECT a.tx_id FROM attempt_legs p JOIN payout_attempts a ON a.id = p.attempt_id WHERE p.leg_id = l.id ORDER BY a.id LIMIT 1) AS first_tx_id,
      COALESCE((SELECT bool_and(${isAway(now)}) FROM attempt_legs p JOIN payout_attempts a ON a.id = p.attempt_id
        WHERE p.leg_id = l.id AND ${MAY_PAY}), false) AS is_away
    FROM payout_legs l LEFT JOIN payout_overrides o ON o.leg_id = l.id WHERE l.id = ${legId}`);
  const [row] = rows;
  return (
    row && {
      chain: row.chain,
      state: row.state,
      firstTxId: row.first_tx_id,
      isAway: row.is_away,
      override: row.override,
    }
  );
}

/** Leaves an approver's word for the worker; false where the leg has one that was not refused. */
export async function askOverride(
  tx: Tx,
  asked: { legId: LegId; txId: string; reason: string; askedAt: TimeMs },
): Promise<boolean> {
  const kept = await tx
    .insert(payoutOverrides)
    .values({ ...asked, state: "asked" })
    .onConflictDoUpdate({
      target: payoutOverrides.legId,
      set: { ...asked, state: "asked" },
      setWhere: eq(payoutOverrides.state, "refused"),
    })
    .returning({ legId: payoutOverrides.legId });
  return kept.length === 1;
}

/** The legs of a chain that an approver has decided on, and that the worker has not looked at yet. */
export async function askedOverrides(tx: Tx, chain: ChainId): Promise<LegId[]> {
  const rows = await tx.execute<{ leg_id: LegId }>(sql`
    SELECT o.leg_id FROM payout_overrides o JOIN payout_legs l ON l.id = o.leg_id
    WHERE o.state = 'asked' AND l.chain = ${chain} ORDER BY o.asked_at`);
  return rows.map(({ leg_id }) => leg_id);
}

/** Keeps what became of an approver's word; false where it is settled already. */
export async function settleOverride(tx: Tx, legId: LegId, state: "honoured" | "refused"): Promise<boolean> {
  const settled = await tx
    .update(payoutOverrides)
    .set({ state })
    .where(and(eq(payoutOverrides.legId, legId), eq(payoutOverrides.state, "asked")))
    .returning({ legId: payoutOverrides.legId });
  return settled.length === 1;
}

/**
 * Which of these attempts an approver's word is about: another may be signed although they may land. Later ones of the leg
 * are not among them, because it is honoured once.
 */
export async function overriddenAttempts(tx: Tx, attemptIds: readonly string[]): Promise<Set<string>> {
  if (attemptIds.length === 0) return new Set();
  const rows = await tx.execute<{ id: string }>(sql`
    SELECT DISTINCT a.id FROM payout_attempts a JOIN attempt_legs p ON p.attempt_id = a.id JOIN payout_overrides o ON o.leg_id = p.leg_id
    WHERE a.id = ANY (${textArray(attemptIds)}::bigint[]) AND o.state = 'honoured' AND a.created_at < o.asked_at`);
  return new Set(rows.map(({ id }) => id));
}

/** The transactions of a leg that are neither proved dead nor reverted. */
export async function attemptsOfLeg(tx: Tx, legId: LegId): Promise<Attempt[]> {
  const rows = await tx.execute<AttemptRow>(sql`
    SELECT ${ATTEMPT_COLUMNS}, ${PAID_LEGS} AS legs FROM payout_attempts a, LATERAL (SELECT ${OVER_TOR} AS over_tor) AS due
    WHERE ${MAY_PAY} AND ${PAYS(legId)} ORDER BY a.id`);
  return rows.map(readAttempt);
}

/** Supersedes those transactions of a leg that are not known to be mined; returns them. Looks under way become stale. */
export async function supersedeUnlanded(tx: Tx, legId: LegId, now: TimeMs): Promise<Attempt[]> {
  const rows = await tx.execute<AttemptRow>(sql`
    WITH a AS (
      UPDATE payout_attempts a SET state = 'superseded', proof = 'an approver has another signed in its place', fence = fence + 1,
        next_check_at = ${isoOf(now)}
      WHERE a.state IN ('broadcasting', 'sent') AND ${PAYS(legId)} RETURNING a.*
    ) SELECT ${ATTEMPT_COLUMNS}, ${PAID_LEGS} AS legs FROM a, LATERAL (SELECT ${OVER_TOR} AS over_tor) AS due ORDER BY a.id`);
  return rows.map(readAttempt);
}

const PAYS = (legId: LegId) =>
  sql`EXISTS (SELECT 1 FROM attempt_legs p WHERE p.attempt_id = a.id AND p.leg_id = ${legId})`;
