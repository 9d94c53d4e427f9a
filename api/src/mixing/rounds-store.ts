import { sql } from "drizzle-orm";
import type { AssetCode, ChainId } from "../core/assets";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { WANTS_TOR } from "../payouts/attempt-store";

const iso = (at: TimeMs): string => new Date(at).toISOString();

export type SealedSeed = { keyId: string; sealed: Uint8Array };

/** Keeps a mix's sealed seed: once, whoever tries. */
export async function insertMix(tx: Tx, mix: SealedSeed & { orderId: string; at: TimeMs }): Promise<void> {
  await tx.execute(sql`
    INSERT INTO mixes (order_id, key_id, sealed_seed, created_at)
    VALUES (${mix.orderId}, ${mix.keyId}, ${Buffer.from(mix.sealed)}, ${iso(mix.at)})`);
}

export async function loadMix(tx: Tx, orderId: string): Promise<SealedSeed | undefined> {
  const rows = await tx.execute<{ key_id: string; sealed_seed: Uint8Array }>(
    sql`SELECT key_id, sealed_seed FROM mixes WHERE order_id = ${orderId}`,
  );
  return rows[0] && { keyId: rows[0].key_id, sealed: rows[0].sealed_seed };
}

export async function deleteMix(tx: Tx, orderId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM mixes WHERE order_id = ${orderId}`);
}

/** Which of these keys seal a seed that is still kept. */
export async function keysInUse(tx: Tx): Promise<Set<string>> {
  const rows = await tx.execute<{ key_id: string }>(sql`SELECT key_id FROM mixes`);
  return new Set(rows.map((row) => row.key_id));
}

export type Round = {
  orderId: string;
  no: number;
  chain: ChainId;
  asset: AssetCode;
  units: bigint;
  feeUnitsMax: bigint;
};

type RoundRow = {
  order_id: string;
  no: number;
  chain: ChainId;
  asset: AssetCode;
  units: string;
  fee_units_max: string;
};

const roundOf = (row: RoundRow): Round => ({
  orderId: row.order_id,
  no: row.no,
  chain: row.chain,
  asset: row.asset,
  units: BigInt(row.units),
  feeUnitsMax: BigInt(row.fee_units_max),
});

/** Writes a round down that is due; true the first time, and never once the order has gone on to something else. */
export async function planRound(tx: Tx, round: Round, at: TimeMs): Promise<boolean> {
  const rows = await tx.execute(sql`
    INSERT INTO mix_rounds (order_id, no, chain, asset, units, fee_units_max, state, created_at)
    SELECT id, ${round.no}::integer, ${round.chain}, ${round.asset}, ${round.units.toString()}::numeric, ${round.feeUnitsMax.toString()}::numeric,
      'planned', ${iso(at)}::timestamptz FROM orders
    WHERE id = ${round.orderId} AND state = 'mixing'
      AND (body #>> '{mix,roundsDone}')::integer + (body #>> '{mix,roundsSkipped}')::integer = ${round.no}::integer - 1
      -- A row that is there is not waited for: whoever changes it wants the order next.
      AND NOT EXISTS (SELECT 1 FROM mix_rounds WHERE order_id = ${round.orderId} AND no = ${round.no}) FOR SHARE
    ON CONFLICT DO NOTHING RETURNING no`);
  return rows.length === 1;
}

/** Takes a round back that nobody has signed for; false when somebody has. */
export async function dropRound(tx: Tx, orderId: string, no: number): Promise<boolean> {
  await tx.execute(
    sql`DELETE FROM mix_rounds WHERE order_id = ${orderId} AND no = ${no} AND state = 'planned'`,
  );
  const left = await tx.execute(sql`SELECT 1 FROM mix_rounds WHERE order_id = ${orderId} AND no = ${no}`);
  return left.length === 0;
}

/** Rounds of a chain that wait for their transaction, oldest first, locked against other workers; but for some orders'. */
export async function lockPlannedRounds(
  tx: Tx,
  chain: ChainId,
  choice: { limit: number; except: readonly string[] },
): Promise<Round[]> {
  const rows = await tx.execute<RoundRow>(sql`
    SELECT order_id, no, chain, asset, units, fee_units_max FROM mix_rounds WHERE chain = ${chain} AND state = 'planned'
      AND order_id NOT IN (SELECT jsonb_array_elements_text(${JSON.stringify(choice.except)}::jsonb))
    ORDER BY created_at, order_id LIMIT ${choice.limit} FOR UPDATE SKIP LOCKED`);
  return rows.map(roundOf);
}

export async function hasPlannedRounds(tx: Tx, chain: ChainId): Promise<boolean> {
  const rows = await tx.execute(
    sql`SELECT 1 FROM mix_rounds WHERE chain = ${chain} AND state = 'planned' LIMIT 1`,
  );
  return rows.length > 0;
}

export async function signRound(tx: Tx, round: Round, attemptId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE mix_rounds SET state = 'signed', attempt_id = ${attemptId} WHERE order_id = ${round.orderId} AND no = ${round.no}`);
}

/** The rounds of a transaction that ended: final, or (it reverted) to be done again. */
export async function closeRounds(tx: Tx, attemptId: string, succeeded: boolean): Promise<Round[]> {
  const rows = await tx.execute<RoundRow>(sql`
    UPDATE mix_rounds SET state = ${succeeded ? "final" : "planned"}, attempt_id = ${succeeded ? attemptId : null}
    WHERE attempt_id = ${attemptId} AND state = 'signed' RETURNING order_id, no, chain, asset, units, fee_units_max`);
  return rows.map(roundOf);
}

/** Whether one of the rounds that wait for their transaction is of an order that asks for Tor. */
export async function hasRoundsOverTor(tx: Tx, chain: ChainId): Promise<boolean> {
  const rows = await tx.execute(sql`
    SELECT 1 FROM mix_rounds r JOIN orders o ON o.id = r.order_id
    WHERE r.chain = ${chain} AND r.state = 'planned' AND ${WANTS_TOR} LIMIT 1`);
  return rows.length > 0;
}
