import { and, eq, gte, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { WalletKey } from "../chains/chain";
import type { AssetCode, ChainId } from "../core/assets";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { bigintText, timeMs, units } from "../db/columns";
import { textArray } from "../db/text-array";
import { NAMED, type Outpoint } from "./outputs-store";

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
  home: text("home").$type<ChainId>(),
  asset: text("asset").$type<AssetCode>().notNull(),
  units: units("units").notNull(),
  shortSince: timeMs("short_since"),
  refusedFor: text("refused_for"),
  refusedSince: timeMs("refused_since"),
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

/** The key of an output. */
const OUTPUT = [walletOutputs.chain, walletOutputs.txId, walletOutputs.ordinal];

/** The type of the address is not written beside it: the address shows it. */
const insertOutput = (tx: Tx, { key: { branch, index }, ...coins }: HeldCoins) =>
  tx.insert(walletOutputs).values({ ...coins, branch, index, state: "available" });

const isOutput = (output: Pick<HeldCoins, "chain" | "txId" | "ordinal">): SQL | undefined =>
  and(
    eq(walletOutputs.chain, output.chain),
    eq(walletOutputs.txId, output.txId),
    eq(walletOutputs.ordinal, output.ordinal),
  );

const isLot = (lot: { chain: ChainId; address: string; asset: AssetCode }): SQL | undefined =>
  and(eq(unswept.chain, lot.chain), eq(unswept.address, lot.address), eq(unswept.asset, lot.asset));

/** The sister chain whose key an address is of, as the coins say that lie there; null where it is the chain's own. */
const homeAt = ({ chain, address }: { chain: ChainId; address: string }): SQL<ChainId | null> =>
  sql`(SELECT home FROM unswept s WHERE s.chain = ${chain} AND s.address = ${address} LIMIT 1)`;

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
  const { index, home } = coins.key;
  await changeUnswept(tx, { ...coins, index, change: coins.units, ...(home && { home }) });
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

/** The outputs of a transaction of ours that is in another block now. */
export async function moveOwnOutputs(tx: Tx, chain: ChainId, txId: string, height: number): Promise<void> {
  await tx
    .update(walletOutputs)
    .set({ height })
    .where(and(eq(walletOutputs.chain, chain), eq(walletOutputs.txId, txId)));
}

/** Changes what lies on a deposit address of an account chain; `home` may be left out where other coins lie there already. */
export async function changeUnswept(
  tx: Tx,
  {
    change,
    ...lot
  }: {
    chain: ChainId;
    address: string;
    index: number;
    home?: ChainId;
    asset: AssetCode;
    change: bigint;
  },
): Promise<void> {
  // CHECKs are tried on the row proposed for insertion, so a negative change must never be one. A row that is there is
  // locked: an empty one may be deleted at any time.
  const { chain, address, index, asset, home } = lot;
  const added = change > 0n ? change.toString() : "0";
  // What was written before the chain of the key was known learns it.
  await tx.execute(sql`
    INSERT INTO unswept (chain, address, index, home, asset, units)
    VALUES (${chain}, ${address}, ${index}, ${home ?? homeAt(lot)}, ${asset}, ${added})
    ON CONFLICT (chain, address, asset)
      DO UPDATE SET units = unswept.units + EXCLUDED.units, home = COALESCE(EXCLUDED.home, unswept.home)`);
  if (change >= 0n) return;
  await tx
    .update(unswept)
    .set({ units: plus(change) })
    .where(isLot(lot));
}

/** Notes since when a token on a deposit address waits for native coins for its sweep, or null: it does not. True where that is new. */
export async function noteShort(
  tx: Tx,
  lot: { chain: ChainId; address: string; asset: AssetCode },
  now: TimeMs | null,
): Promise<boolean> {
  const isOther = now === null ? isNotNull(unswept.shortSince) : isNull(unswept.shortSince);
  const noted = await tx
    .update(unswept)
    .set({ shortSince: now })
    .where(and(isLot(lot), isOther))
    .returning({ address: unswept.address });
  return noted.length > 0;
}

/**
 * Notes why the signer refuses to sign for the sweep of coins on a deposit address, or null: it signed. True where that is new, or
 * cannot be noted because nothing lies there by the books.
 */
export async function noteRefusal(
  tx: Tx,
  lot: { chain: ChainId; address: string; asset: AssetCode },
  refusal: { reason: string; at: TimeMs } | null,
): Promise<boolean> {
  const [known] = await tx.select({ reason: unswept.refusedFor }).from(unswept).where(isLot(lot));
  const reason = refusal?.reason ?? null;
  if (known !== undefined && known.reason === reason) return false;
  const since =
    refusal && sql`COALESCE(${unswept.refusedSince}, ${sql.param(refusal.at, unswept.refusedSince)})`;
  await tx.update(unswept).set({ refusedFor: reason, refusedSince: since }).where(isLot(lot));
  return true;
}

/** Counts the sweeps of coins on a deposit address that failed since one succeeded, with this one; returns how many they are. */
export async function countReverts(
  tx: Tx,
  lot: { chain: ChainId; address: string; asset: AssetCode },
  ended: { succeeded: boolean; at: TimeMs },
): Promise<number> {
  const at = isoOf(ended.at);
  const change = ended.succeeded
    ? sql`reverts = 0, reverting_since = NULL, reverted_at = NULL, refused_for = NULL, refused_since = NULL`
    : sql`reverts = reverts + 1, reverting_since = COALESCE(reverting_since, ${at}), reverted_at = ${at}`;
  const [counted] = await tx.execute<{ reverts: number }>(sql`
    UPDATE unswept SET ${change}
    WHERE chain = ${lot.chain} AND address = ${lot.address} AND asset = ${lot.asset} RETURNING reverts`);
  return counted?.reverts ?? 0;
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

/** Takes outputs out of the wallet that a transaction has spent which we did not sign; returns what they held. */
export async function takeSpentOutputs(
  tx: Tx,
  chain: ChainId,
  outputs: readonly string[],
  attemptId: string,
): Promise<bigint> {
  const rows = await tx.execute<{ units: string }>(sql`
    UPDATE wallet_outputs w SET state = 'spent', attempt_id = ${attemptId}
    WHERE chain = ${chain} AND ${NAMED(outputs)}
      AND (state IN ('available', 'locked') OR (state = 'lost' AND NOT ${IS_LOST})) RETURNING units`);
  return rows.reduce((sum, { units: held }) => sum + BigInt(held), 0n);
}
