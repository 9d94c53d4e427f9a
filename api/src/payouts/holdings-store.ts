import { type SQL, sql } from "drizzle-orm";
import type { WalletKey, WalletOutput } from "../chains/chain";
import type { AssetCode, ChainId } from "../core/assets";
import type { Tx } from "../db/client";

/*
 * The only writer of what our wallets hold: `wallet_outputs` on UTXO chains, `unswept` on the deposit addresses of
 * account chains.
 */

/** Coins that a wallet has received, and where: the output that brought them, and the address's key. */
export type HeldCoins = {
  chain: ChainId;
  txId: string;
  ordinal: number;
  asset: AssetCode;
  address: string;
  key: WalletKey;
  units: bigint;
};

const insertOutput = (coins: HeldCoins): SQL => sql`
  INSERT INTO wallet_outputs (chain, tx_id, ordinal, asset, address, branch, index, units, state)
  VALUES (${coins.chain}, ${coins.txId}, ${coins.ordinal}, ${coins.asset}, ${coins.address}, ${coins.key.branch}, ${coins.key.index},
    ${coins.units.toString()}, 'available')`;

/** Adds a deposit's output that a UTXO wallet may spend, or its units on an address that must be swept. */
export async function addHolding(tx: Tx, model: "utxo" | "account", coins: HeldCoins): Promise<void> {
  if (model === "utxo") {
    await tx.execute(sql`${insertOutput(coins)}
      ON CONFLICT (chain, tx_id, ordinal) DO UPDATE SET state = 'available' WHERE wallet_outputs.state = 'lost'`);
    return;
  }
  if (coins.key.branch === "hot") return;
  await changeUnswept(tx, { ...coins, index: coins.key.index, change: coins.units });
}

/** Takes back what addHolding added, where it is still untouched; false when it was spent or swept meanwhile. */
export async function dropHolding(tx: Tx, coins: Omit<HeldCoins, "key">): Promise<boolean> {
  const { chain, txId, ordinal, address, asset } = coins;
  const outputs = await tx.execute(sql`
    UPDATE wallet_outputs SET state = 'lost' WHERE chain = ${chain} AND tx_id = ${txId} AND ordinal = ${ordinal}
      AND state = 'available' RETURNING tx_id`);
  if (outputs.length > 0) return true;
  const units = coins.units.toString();
  const swept = await tx.execute(sql`
    UPDATE unswept SET units = units - ${units}::numeric
    WHERE chain = ${chain} AND address = ${address} AND asset = ${asset} AND units >= ${units}::numeric
    RETURNING address`);
  return swept.length > 0;
}

/** Adds an output of a final transaction of ours that comes back to us: it can be spent. */
export async function addOwnOutput(tx: Tx, coins: HeldCoins): Promise<void> {
  await tx.execute(sql`${insertOutput(coins)} ON CONFLICT DO NOTHING`);
}

/** Changes what lies on a deposit address of an account chain. */
export async function changeUnswept(
  tx: Tx,
  change: { chain: ChainId; address: string; index: number; asset: AssetCode; change: bigint },
): Promise<void> {
  // CHECKs are tried on the row proposed for insertion, so a negative change must never be one. A row that is there is
  // locked: an empty one may be deleted at any time.
  await tx.execute(sql`
    INSERT INTO unswept (chain, address, index, asset, units)
    VALUES (${change.chain}, ${change.address}, ${change.index}, ${change.asset}, 0)
    ON CONFLICT (chain, address, asset) DO UPDATE SET units = unswept.units`);
  await tx.execute(sql`
    UPDATE unswept SET units = units + ${change.change.toString()}::numeric
    WHERE chain = ${change.chain} AND address = ${change.address} AND asset = ${change.asset}`);
}

/**
 * Outputs that may be spent now, locked against other builders for the rest of the transaction; never a deposit of a mix
 * that has not ended. With `onlyMixed`, those alone that came out of rounds.
 */
export async function spendableOutputs(
  tx: Tx,
  chain: ChainId,
  limit: number,
  { onlyMixed = false }: { onlyMixed?: boolean } = {},
): Promise<WalletOutput[]> {
  const mixed = onlyMixed
    ? sql`AND EXISTS (SELECT 1 FROM addresses a WHERE a.chain = w.chain AND a.address = w.address AND a.pool)`
    : sql``;
  const rows = await tx.execute<Record<string, string>>(sql`
    SELECT tx_id, ordinal, units, address, branch, index FROM wallet_outputs w
    WHERE chain = ${chain} AND state = 'available'
      AND NOT EXISTS (SELECT 1 FROM quarantined q WHERE q.chain = w.chain AND q.address = w.address) ${mixed}
    ORDER BY units DESC LIMIT ${limit} FOR UPDATE OF w SKIP LOCKED`);
  return rows.map((row) => ({
    txId: String(row.tx_id),
    ordinal: Number(row.ordinal),
    units: BigInt(String(row.units)),
    address: String(row.address),
    key: { branch: row.branch as WalletKey["branch"], index: Number(row.index) },
  }));
}

export async function lockOutputs(
  tx: Tx,
  chain: ChainId,
  outputs: readonly { txId: string; ordinal: number }[],
  attemptId: string,
): Promise<boolean> {
  for (const { txId, ordinal } of outputs) {
    const rows = await tx.execute(sql`
      UPDATE wallet_outputs SET state = 'locked', attempt_id = ${attemptId}
      WHERE chain = ${chain} AND tx_id = ${txId} AND ordinal = ${ordinal} AND state = 'available' RETURNING tx_id`);
    if (rows.length !== 1) return false;
  }
  return true;
}

/** The inputs of a final transaction are spent for good. */
export async function spendOutputs(tx: Tx, attemptId: string): Promise<void> {
  await tx.execute(
    sql`UPDATE wallet_outputs SET state = 'spent' WHERE attempt_id = ${attemptId} AND state = 'locked'`,
  );
}
