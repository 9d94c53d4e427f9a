import { and, asc, eq, getTableColumns, ne, sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import type { SealedSeed } from "../chains/signer";
import type { AssetCode, ChainId } from "../core/assets";
import type { OrderId } from "../core/ids";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { bigintText, bytes, timeMs, units } from "../db/columns";
import { textArray } from "../db/text-array";
import { WANTS_TOR } from "../payouts/attempt-way-store";

const mixes = pgTable("mixes", {
  orderId: text("order_id").$type<OrderId>().primaryKey(),
  day: text("key_day").notNull(),
  sealed: bytes("sealed_seed").notNull(),
  createdAt: timeMs("created_at").notNull(),
});

const mixRounds = pgTable("mix_rounds", {
  orderId: text("order_id").$type<OrderId>().notNull(),
  no: integer("no").notNull(),
  chain: text("chain").$type<ChainId>().notNull(),
  asset: text("asset").$type<AssetCode>().notNull(),
  units: units("units").notNull(),
  feeUnitsMax: units("fee_units_max").notNull(),
  state: text("state").$type<"planned" | "signed" | "final">().notNull(),
  attemptId: bigintText("attempt_id"),
  createdAt: timeMs("created_at").notNull(),
});

/** Keeps a mix's sealed seed: once, whoever tries. */
export async function insertMix(tx: Tx, mix: SealedSeed & { orderId: OrderId; at: TimeMs }): Promise<void> {
  const { at, ...row } = mix;
  await tx.insert(mixes).values({ ...row, createdAt: at });
}

export async function loadMix(tx: Tx, orderId: OrderId): Promise<SealedSeed | undefined> {
  const [row] = await tx
    .select({ day: mixes.day, sealed: mixes.sealed })
    .from(mixes)
    .where(eq(mixes.orderId, orderId));
  return row;
}

export async function deleteMix(tx: Tx, orderId: OrderId): Promise<void> {
  await tx.delete(mixes).where(eq(mixes.orderId, orderId));
}

/** The days under whose keys a seed is kept. */
export async function daysInUse(tx: Tx): Promise<Set<string>> {
  const rows = await tx.selectDistinct({ day: mixes.day }).from(mixes);
  return new Set(rows.map(({ day }) => day));
}

const { state: _, attemptId: __, createdAt: ___, ...ROUND } = getTableColumns(mixRounds);
export type Round = Pick<typeof mixRounds.$inferSelect, keyof typeof ROUND>;

const isRound = (round: Pick<Round, "orderId" | "no">) =>
  and(eq(mixRounds.orderId, round.orderId), eq(mixRounds.no, round.no));

/** The state is written out: only so can PostgreSQL use the index of the planned ones in a prepared statement. */
const isPlanned = (chain: ChainId) => and(eq(mixRounds.chain, chain), sql`${mixRounds.state} = 'planned'`);

/** Writes a round down that is due; true the first time, and never once the order has gone on to something else. */
export async function planRound(tx: Tx, round: Round, at: TimeMs): Promise<boolean> {
  const rows = await tx.execute(sql`
    INSERT INTO mix_rounds (order_id, no, chain, asset, units, fee_units_max, state, created_at)
    SELECT id, ${round.no}::integer, ${round.chain}, ${round.asset}, ${round.units.toString()}::numeric, ${round.feeUnitsMax.toString()}::numeric,
      'planned', ${isoOf(at)}::timestamptz FROM orders
    WHERE id = ${round.orderId} AND state = 'mixing'
      AND (body #>> '{mix,roundsDone}')::integer + (body #>> '{mix,roundsSkipped}')::integer = ${round.no}::integer - 1
      -- A row that is there is not waited for: whoever changes it wants the order next.
      AND NOT EXISTS (SELECT 1 FROM mix_rounds WHERE order_id = ${round.orderId} AND no = ${round.no}) FOR SHARE
    ON CONFLICT DO NOTHING RETURNING no`);
  return rows.length === 1;
}

/** Takes a round back that nobody has signed for; false when somebody has. */
export async function dropRound(tx: Tx, orderId: OrderId, no: number): Promise<boolean> {
  await tx.delete(mixRounds).where(and(isRound({ orderId, no }), eq(mixRounds.state, "planned")));
  const left = await tx.select({ no: mixRounds.no }).from(mixRounds).where(isRound({ orderId, no }));
  return left.length === 0;
}

/** Whether a round of the mix waits for its transaction, or for that to be final. */
export async function hasOpenRound(tx: Tx, orderId: OrderId): Promise<boolean> {
  const rows = await tx
    .select({ no: mixRounds.no })
    .from(mixRounds)
    .where(and(eq(mixRounds.orderId, orderId), ne(mixRounds.state, "final")));
  return rows.length > 0;
}

/** Rounds of a chain that wait for their transaction, oldest first, locked against other workers; but for some orders'. */
export async function lockPlannedRounds(
  tx: Tx,
  chain: ChainId,
  choice: { limit: number; except: readonly OrderId[] },
): Promise<Round[]> {
  return tx
    .select(ROUND)
    .from(mixRounds)
    .where(and(isPlanned(chain), sql`${mixRounds.orderId} <> ALL(${textArray(choice.except)}::text[])`))
    .orderBy(asc(mixRounds.createdAt), asc(mixRounds.orderId))
    .limit(choice.limit)
    .for("update", { skipLocked: true });
}

export async function hasPlannedRounds(tx: Tx, chain: ChainId): Promise<boolean> {
  const rows = await tx.select({ no: mixRounds.no }).from(mixRounds).where(isPlanned(chain)).limit(1);
  return rows.length > 0;
}

export async function signRound(tx: Tx, round: Round, attemptId: string): Promise<void> {
  await tx.update(mixRounds).set({ state: "signed", attemptId }).where(isRound(round));
}

/** The rounds of a transaction that ended: final, or (it reverted) to be done again. */
export async function closeRounds(tx: Tx, attemptId: string, succeeded: boolean): Promise<Round[]> {
  return tx
    .update(mixRounds)
    .set(succeeded ? { state: "final" } : { state: "planned", attemptId: null })
    .where(and(eq(mixRounds.attemptId, attemptId), eq(mixRounds.state, "signed")))
    .returning(ROUND);
}

/** Whether one of the rounds that wait for their transaction is of an order that asks for Tor. */
export async function hasRoundsOverTor(tx: Tx, chain: ChainId): Promise<boolean> {
  const rows = await tx.execute(sql`
    SELECT 1 FROM mix_rounds r JOIN orders o ON o.id = r.order_id
    WHERE r.chain = ${chain} AND r.state = 'planned' AND ${WANTS_TOR} LIMIT 1`);
  return rows.length > 0;
}
