import { sql } from "drizzle-orm";
import { depositKey } from "../chains/addresses/address-type";
import type { WalletKey, WalletOutput } from "../chains/chain";
import type { AddressType } from "../core/address-types";
import type { ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";
import { IS_DROPPED } from "./dropped-store";

/*
 * What a UTXO wallet has, for those who build transactions. What changes it is in holdings-store.ts.
 */

/** Which output of which transaction. */
export type Outpoint = { txId: string; ordinal: number };

/** Outputs that a builder looks at: so many of the deepest ones, and of the largest ones wherever they are. */
const DEEPEST_MAX = 500;
const LARGEST_MAX = 200;

/**
 * Outputs that may be spent now, deepest first, locked against other builders for the rest of the transaction: none
 * from a block above `heightMax`, and never a deposit of a mix that has not ended. With `onlyMixed`, only those that
 * came out of rounds. Of many, the deepest and the largest: what the wallet can pay at all, those can.
 */
export async function spendableOutputs(
  tx: Tx,
  chain: ChainId,
  { heightMax, onlyMixed = false }: { heightMax: number; onlyMixed?: boolean },
): Promise<WalletOutput[]> {
  const mixed = onlyMixed
    ? sql`AND EXISTS (SELECT 1 FROM addresses a WHERE a.chain = w.chain AND a.address = w.address AND a.pool)`
    : sql``;
  // A reorg may have put a credited deposit into a younger block, or into none, and so a final transaction of ours.
  const rows = await tx.execute<OutputRow>(sql`
    WITH spendable AS MATERIALIZED (
      SELECT tx_id, ordinal, units, height FROM wallet_outputs w
      WHERE chain = ${chain} AND state = 'available' AND height <= ${heightMax}
        AND NOT EXISTS (SELECT 1 FROM deposits d WHERE d.chain = w.chain AND d.tx_id = w.tx_id AND d.ordinal = w.ordinal
          AND (d.height IS NULL OR d.height > ${heightMax}))
        AND NOT EXISTS (SELECT 1 FROM payout_attempts a WHERE a.chain = w.chain AND a.tx_id = w.tx_id AND ${IS_DROPPED})
        AND NOT EXISTS (SELECT 1 FROM quarantined q WHERE q.chain = w.chain AND q.address = w.address) ${mixed}
    ), looked_at AS (
      (SELECT tx_id, ordinal FROM spendable ORDER BY height, units DESC LIMIT ${DEEPEST_MAX})
      UNION (SELECT tx_id, ordinal FROM spendable ORDER BY units DESC LIMIT ${LARGEST_MAX})
    ) SELECT w.chain, w.tx_id, w.ordinal, units, address, branch, index FROM looked_at JOIN wallet_outputs w USING (tx_id, ordinal)
    WHERE chain = ${chain} AND state = 'available'
    ORDER BY height, units DESC FOR UPDATE OF w SKIP LOCKED`);
  return rows.map(readOutput);
}

export type OutputRow = {
  chain: ChainId;
  tx_id: string;
  ordinal: number;
  units: string;
  address: string;
  branch: WalletKey["branch"];
  index: number;
};

export const readOutput = (row: OutputRow): WalletOutput => ({
  txId: row.tx_id,
  ordinal: row.ordinal,
  units: BigInt(row.units),
  address: row.address,
  key: row.branch === "hot" ? { branch: row.branch, index: row.index } : depositKey(row),
});

/**
 * The largest unspent outputs of a wallet, largest first, each with its type of address where that is not the chain's default,
 * and the sum of all. What is locked for a transaction counts: its
 * change comes back, and its payment is promised until then.
 */
export async function largestCoins(
  tx: Tx,
  chain: ChainId,
  limit: number,
): Promise<{ largest: { units: bigint; type?: AddressType }[]; totalUnits: bigint }> {
  const rows = await tx.execute<OutputRow & { total: string }>(sql`
    SELECT chain, tx_id, ordinal, units, address, branch, index, sum(units) OVER () AS total FROM wallet_outputs
    WHERE chain = ${chain} AND state IN ('available', 'locked') ORDER BY units DESC LIMIT ${limit}`);
  const largest = rows.map(readOutput).map(({ units, key: { type } }) => ({ units, ...(type && { type }) }));
  return { largest, totalUnits: BigInt(rows[0]?.total ?? "0") };
}

/** The outputs that attempts hold. */
export async function lockedOutputs(tx: Tx, attemptIds: readonly string[]): Promise<WalletOutput[]> {
  if (attemptIds.length === 0) return [];
  const rows = await tx.execute<OutputRow>(sql`
    SELECT chain, tx_id, ordinal, units, address, branch, index FROM wallet_outputs
    WHERE attempt_id = ANY (${textArray(attemptIds)}::bigint[]) AND state = 'locked' ORDER BY tx_id, ordinal FOR UPDATE`);
  return rows.map(readOutput);
}

/** Those of these outputs that one in the place of these attempts may spend: what they hold, and what is free. */
export async function outputsLeft(
  tx: Tx,
  chain: ChainId,
  outpoints: readonly Outpoint[],
  attemptIds: readonly string[],
): Promise<WalletOutput[]> {
  if (outpoints.length === 0) return [];
  const rows = await tx.execute<OutputRow>(sql`
    SELECT chain, tx_id, ordinal, units, address, branch, index FROM wallet_outputs
    WHERE chain = ${chain} AND (state = 'available' OR state = 'locked' AND attempt_id = ANY (${textArray(attemptIds)}::bigint[]))
      AND (tx_id, ordinal) IN (SELECT * FROM unnest(${textArray(outpoints.map(({ txId }) => txId))}::text[],
        ${textArray(outpoints.map(({ ordinal }) => String(ordinal)))}::integer[]))
    ORDER BY tx_id, ordinal FOR UPDATE`);
  return rows.map(readOutput);
}

/** Whether an output `w` is one of these, named as transaction:ordinal. */
export const NAMED = (outputs: readonly string[]) =>
  sql`(w.tx_id || ':' || w.ordinal = ANY (${textArray(outputs)}::text[])
    AND w.tx_id = ANY (${textArray(outputs.map((output) => output.replace(/:\d+$/, "")))}::text[]))`;

/** The sum of these outputs, named as transaction:ordinal, as far as the wallet has or had them. */
export async function unitsOfOutputs(tx: Tx, chain: ChainId, outputs: readonly string[]): Promise<bigint> {
  const [row] = await tx.execute<{ units: string }>(sql`
    SELECT COALESCE(sum(units), 0) AS units FROM wallet_outputs w WHERE chain = ${chain} AND ${NAMED(outputs)}`);
  return BigInt(row?.units ?? 0);
}
