import { and, eq, gte, inArray, or, type SQL, sql } from "drizzle-orm";
import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { WalletKey, WalletOutput } from "../chains/chain";
import type { AssetCode, ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import { bigintText, units } from "../db/columns";
import { textArray } from "../db/text-array";

/*
 * The only writer of what our wallets hold: `wallet_outputs` on UTXO chains, `unswept` on the deposit addresses of
 * account chains.
 */

const walletOutputs = pgTable("wallet_outputs", {
  chain: text("chain").$type<ChainId>().notNull(),
  txId: text("tx_id").notNull(),
  ordinal: integer("ordinal").notNull(),
  asset: text("asset").$type<AssetCode>().notNull(),
  address: text("address").notNull(),
  branch: text("branch").$type<WalletKey["branch"]>().notNull(),
  index: integer("index").notNull(),
  units: units("units").notNull(),
  height: bigint("height", { mode: "number" }).notNull(),
  state: text("state").$type<"available" | "locked" | "spent" | "lost">().notNull(),
  attemptId: bigintText("attempt_id"),
});

export const unswept = pgTable("unswept", {
  chain: text("chain").$type<ChainId>().notNull(),
  address: text("address").notNull(),
  index: integer("index").notNull(),
  asset: text("asset").$type<AssetCode>().notNull(),
  units: units("units").notNull(),
});

/** Coins that a wallet has received, and where: the output that brought them, and the address's key. */
export type HeldCoins = {
  chain: ChainId;
  txId: string;
  ordinal: number;
  asset: AssetCode;
  address: string;
  key: WalletKey;
  units: bigint;
  /** Of the block that brought them. */
  height: number;
};

/** Which output of which transaction. */
type Outpoint = { txId: string; ordinal: number };

/** The key of an output. */
const OUTPUT = [walletOutputs.chain, walletOutputs.txId, walletOutputs.ordinal];

const insertOutput = (tx: Tx, { key, ...coins }: HeldCoins) =>
  tx.insert(walletOutputs).values({ ...coins, ...key, state: "available" });

const isOutput = (output: Pick<HeldCoins, "chain" | "txId" | "ordinal">): SQL | undefined =>
  and(
    eq(walletOutputs.chain, output.chain),
    eq(walletOutputs.txId, output.txId),
    eq(walletOutputs.ordinal, output.ordinal),
  );

const isLot = (lot: { chain: ChainId; address: string; asset: AssetCode }): SQL | undefined =>
  and(eq(unswept.chain, lot.chain), eq(unswept.address, lot.address), eq(unswept.asset, lot.asset));

const plus = (change: bigint): SQL => sql`${unswept.units} + ${change.toString()}::numeric`;

/** Adds a deposit's output that a UTXO wallet may spend, or its units on an address that must be swept. */
export async function addHolding(tx: Tx, model: "utxo" | "account", coins: HeldCoins): Promise<void> {
  if (model === "utxo") {
    await insertOutput(tx, coins).onConflictDoUpdate({
      target: OUTPUT,
      set: { state: "available", height: coins.height },
      setWhere: eq(walletOutputs.state, "lost"),
    });
    return;
  }
  if (coins.key.branch === "hot") return;
  await changeUnswept(tx, { ...coins, index: coins.key.index, change: coins.units });
}

/** Takes back what addHolding added, where it is still untouched; false when it was spent or swept meanwhile. */
export async function dropHolding(tx: Tx, coins: Omit<HeldCoins, "key" | "height">): Promise<boolean> {
  const outputs = await tx
    .update(walletOutputs)
    .set({ state: "lost" })
    .where(and(isOutput(coins), eq(walletOutputs.state, "available")))
    .returning({ txId: walletOutputs.txId });
  if (outputs.length > 0) return true;
  const lots = await tx
    .update(unswept)
    .set({ units: plus(-coins.units) })
    .where(and(isLot(coins), gte(unswept.units, coins.units)))
    .returning({ address: unswept.address });
  return lots.length > 0;
}

/** Adds an output of a final transaction of ours that comes back to us: it can be spent. */
export async function addOwnOutput(tx: Tx, coins: HeldCoins): Promise<void> {
  await insertOutput(tx, coins).onConflictDoNothing();
}

/** Changes what lies on a deposit address of an account chain. */
export async function changeUnswept(
  tx: Tx,
  { change, ...lot }: { chain: ChainId; address: string; index: number; asset: AssetCode; change: bigint },
): Promise<void> {
  // CHECKs are tried on the row proposed for insertion, so a negative change must never be one. A row that is there is
  // locked: an empty one may be deleted at any time.
  const { chain, address, index, asset } = lot;
  await tx
    .insert(unswept)
    .values({ chain, address, index, asset, units: 0n })
    .onConflictDoUpdate({
      target: [unswept.chain, unswept.address, unswept.asset],
      set: { units: unswept.units },
    });
  await tx
    .update(unswept)
    .set({ units: plus(change) })
    .where(isLot(lot));
}

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
  // A reorg within the policy depth may have put a credited deposit into a younger block, or into none.
  const rows = await tx.execute<OutputRow>(sql`
    WITH spendable AS MATERIALIZED (
      SELECT tx_id, ordinal, units, height FROM wallet_outputs w
      WHERE chain = ${chain} AND state = 'available' AND height <= ${heightMax}
        AND NOT EXISTS (SELECT 1 FROM deposits d WHERE d.chain = w.chain AND d.tx_id = w.tx_id AND d.ordinal = w.ordinal
          AND (d.height IS NULL OR d.height > ${heightMax}))
        AND NOT EXISTS (SELECT 1 FROM quarantined q WHERE q.chain = w.chain AND q.address = w.address) ${mixed}
    ), looked_at AS (
      (SELECT tx_id, ordinal FROM spendable ORDER BY height, units DESC LIMIT ${DEEPEST_MAX})
      UNION (SELECT tx_id, ordinal FROM spendable ORDER BY units DESC LIMIT ${LARGEST_MAX})
    ) SELECT w.tx_id, w.ordinal, units, address, branch, index FROM looked_at JOIN wallet_outputs w USING (tx_id, ordinal)
    WHERE chain = ${chain} AND state = 'available'
    ORDER BY height, units DESC FOR UPDATE OF w SKIP LOCKED`);
  return rows.map(readOutput);
}

export type OutputRow = {
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
  key: { branch: row.branch, index: row.index },
});

/**
 * The largest unspent outputs of a wallet, largest first, and the sum of all. What is locked for a transaction counts: its
 * change comes back, and its payment is promised until then.
 */
export async function largestCoins(
  tx: Tx,
  chain: ChainId,
  limit: number,
): Promise<{ largest: bigint[]; totalUnits: bigint }> {
  const rows = await tx.execute<{ units: string; total: string }>(sql`
    SELECT units, sum(units) OVER () AS total FROM wallet_outputs
    WHERE chain = ${chain} AND state IN ('available', 'locked') ORDER BY units DESC LIMIT ${limit}`);
  return { largest: rows.map(({ units }) => BigInt(units)), totalUnits: BigInt(rows[0]?.total ?? "0") };
}

/**
 * Locks these outputs for an attempt, those of attempts whose place it takes included; false where one of them is taken:
 * then the caller must roll back.
 */
export async function lockOutputs(
  tx: Tx,
  chain: ChainId,
  outputs: readonly Outpoint[],
  attemptId: string,
  inPlaceOf: readonly string[] = [],
): Promise<boolean> {
  const { state, attemptId: lockedFor } = walletOutputs;
  const isFree = or(eq(state, "available"), and(eq(state, "locked"), inArray(lockedFor, [...inPlaceOf])));
  for (const { txId, ordinal } of outputs) {
    const locked = await tx
      .update(walletOutputs)
      .set({ state: "locked", attemptId })
      .where(and(isOutput({ chain, txId, ordinal }), isFree))
      .returning({ txId: walletOutputs.txId });
    if (locked.length !== 1) return false;
  }
  return true;
}

/** The inputs of a final transaction are spent for good: also those that another attempt was to use after it. */
export async function spendOutputs(
  tx: Tx,
  chain: ChainId,
  inputs: readonly Outpoint[],
  attemptId: string,
): Promise<void> {
  const { state, attemptId: lockedFor } = walletOutputs;
  for (const { txId, ordinal } of inputs)
    await tx
      .update(walletOutputs)
      .set({ state: "spent", attemptId })
      .where(
        and(
          isOutput({ chain, txId, ordinal }),
          or(inArray(state, ["available", "lost"]), eq(lockedFor, attemptId)),
        ),
      );
}

/** Of deposits that a reorg below the policy depth took. */
const IS_LOST = sql.raw(
  "EXISTS (SELECT 1 FROM deposits d WHERE d.chain = w.chain AND d.tx_id = w.tx_id AND d.ordinal = w.ordinal AND d.state = 'lost')",
);

/** Frees the inputs of a dead transaction, once: those that are `gone`, or whose deposit is, are lost. */
export async function releaseOutputs(
  tx: Tx,
  attemptId: string,
  gone: readonly Outpoint[] = [],
): Promise<void> {
  const outpoints = textArray(gone.map(({ txId, ordinal }) => `${txId}:${ordinal}`));
  await tx.execute(sql`
    UPDATE wallet_outputs w SET attempt_id = NULL,
      state = CASE WHEN w.tx_id || ':' || w.ordinal = ANY (${outpoints}::text[]) OR ${IS_LOST} THEN 'lost' ELSE 'available' END
    WHERE attempt_id = ${attemptId} AND state = 'locked'`);
}

/** Marks the inputs of a transaction lost that left the chain with their deposit; returns how many. */
export async function dropLostInputs(tx: Tx, attemptId: string): Promise<number> {
  const dropped = await tx.execute(sql`
    UPDATE wallet_outputs w SET attempt_id = NULL, state = 'lost'
    WHERE attempt_id = ${attemptId} AND state = 'locked' AND ${IS_LOST} RETURNING 1`);
  return dropped.length;
}

/** The outputs that attempts hold. */
export async function lockedOutputs(tx: Tx, attemptIds: readonly string[]): Promise<WalletOutput[]> {
  if (attemptIds.length === 0) return [];
  const rows = await tx.execute<OutputRow>(sql`
    SELECT tx_id, ordinal, units, address, branch, index FROM wallet_outputs
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
    SELECT tx_id, ordinal, units, address, branch, index FROM wallet_outputs
    WHERE chain = ${chain} AND (state = 'available' OR state = 'locked' AND attempt_id = ANY (${textArray(attemptIds)}::bigint[]))
      AND (tx_id, ordinal) IN (SELECT * FROM unnest(${textArray(outpoints.map(({ txId }) => txId))}::text[],
        ${textArray(outpoints.map(({ ordinal }) => String(ordinal)))}::integer[]))
    ORDER BY tx_id, ordinal FOR UPDATE`);
  return rows.map(readOutput);
}

/** Takes outputs out of the wallet that a transaction has spent which we did not sign; returns what they held. */
export async function takeSpentOutputs(
  tx: Tx,
  chain: ChainId,
  outputs: readonly string[],
  attemptId: string,
): Promise<bigint> {
  const rows = await tx.execute<{ units: string }>(sql`
    UPDATE wallet_outputs w SET state = 'spent', attempt_id = ${attemptId}
    WHERE chain = ${chain} AND w.tx_id || ':' || w.ordinal = ANY (${textArray(outputs)}::text[])
      AND tx_id = ANY (${textArray(outputs.map((output) => output.replace(/:\d+$/, "")))}::text[])
      AND (state IN ('available', 'locked') OR (state = 'lost' AND NOT ${IS_LOST})) RETURNING units`);
  return rows.reduce((sum, { units: held }) => sum + BigInt(held), 0n);
}
