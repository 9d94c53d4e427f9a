import { and, eq, gte, sql } from "drizzle-orm";
import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { Chain } from "../chains/chain";
import { loadCursor } from "../chains/cursor-store";
import type { AssetCode, ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import { timeMs, units } from "../db/columns";

const chainChecks = pgTable("chain_checks", {
  asset: text("asset").$type<AssetCode>().primaryKey(),
  height: bigint("height", { mode: "number" }).notNull(),
  chainUnits: units("chain_units").notNull(),
  ledgerUnits: units("ledger_units").notNull(),
  inFlightUnits: units("in_flight_units").notNull(),
  mismatches: integer("mismatches").notNull(),
  at: timeMs("at").notNull(),
});

/** An asset whose addresses are more than this is not compared address by address. */
const ADDRESSES_MAX = 500;

/** A transaction of ours that the chain and the ledger may not both have counted. */
export type OwnTransaction = {
  kind: string;
  asset: AssetCode;
  units: bigint;
  txId: string;
  state: string;
  height: number | null;
  feeUnits: bigint;
  overTor: boolean;
  /** Of its calls through Tor. */
  stream: string;
};

/** Reads our transactions of a chain that are under way, or that were mined above a height. */
export type ReadOwnTransactions = (tx: Tx, chain: ChainId, height: number) => Promise<OwnTransaction[]>;

/** What our books say about one asset at the height of the chain's cursor. */
export type Snapshot = {
  height: number;
  hash: string;
  addresses: string[];
  ledgerUnits: bigint;
  depositUnits: bigint;
  attempts: OwnTransaction[];
};

/** Reads the books; null while the chain is not watched, is halted, or has too many addresses. */
export async function readBooks(
  tx: Tx,
  chain: Chain,
  asset: AssetCode,
  { hotAddress, ownTransactions }: { hotAddress: string; ownTransactions: ReadOwnTransactions },
): Promise<Snapshot | null> {
  const cursor = await loadCursor(tx, chain.id);
  if (cursor === undefined || cursor.status !== "ok" || cursor.height < 0) return null;
  const holding = await tx.execute<{ address: string }>(sql`
    SELECT address FROM wallet_outputs WHERE chain = ${chain.id} AND asset = ${asset} AND state IN ('available', 'locked')
    UNION SELECT address FROM unswept WHERE chain = ${chain.id} AND asset = ${asset} AND units > 0
    UNION SELECT address FROM deposits WHERE chain = ${chain.id} AND asset = ${asset} AND state IN ('seen', 'confirmed')
    UNION SELECT destination FROM payout_attempts WHERE chain = ${chain.id} AND kind = 'top_up' AND state IN ('signed', 'broadcasting', 'sent', 'mined')
    UNION SELECT a.address FROM mix_rounds r JOIN addresses a ON a.order_id = r.order_id AND a.chain = r.chain AND a.pool
      WHERE r.chain = ${chain.id} AND r.state = 'signed'
    LIMIT ${ADDRESSES_MAX + 1}`);
  if (holding.length > ADDRESSES_MAX) return null;
  const sums = await tx.execute<{ ledger: string; deposits: string }>(sql`
    SELECT (SELECT COALESCE(sum(balance), 0) FROM ledger_accounts WHERE asset = ${asset} AND account IN ('chain', 'unswept')) AS ledger,
      (SELECT COALESCE(sum(units), 0) FROM deposits WHERE chain = ${chain.id} AND asset = ${asset} AND state IN ('seen', 'confirmed')
        AND height <= ${cursor.height}) AS deposits`);
  return {
    height: cursor.height,
    hash: cursor.hash,
    addresses: [...new Set([hotAddress, ...holding.map((row) => row.address)])],
    ledgerUnits: BigInt(sums[0]?.ledger ?? 0),
    depositUnits: BigInt(sums[0]?.deposits ?? 0),
    attempts: await ownTransactions(tx, chain.id, cursor.height),
  };
}

/** Keeps the outcome of a comparison; mismatches in a row are counted. */
export async function saveCheck(
  tx: Tx,
  check: {
    asset: AssetCode;
    height: number;
    chainUnits: bigint;
    ledgerUnits: bigint;
    inFlight: bigint;
    at: number;
  },
): Promise<void> {
  const { inFlight: inFlightUnits, ...seen } = check;
  const isMatch = check.chainUnits === check.ledgerUnits + inFlightUnits;
  const inARow = sql`CASE WHEN EXCLUDED.mismatches = 0 THEN 0 ELSE ${chainChecks.mismatches} + 1 END`;
  await tx
    .insert(chainChecks)
    .values({ ...seen, inFlightUnits, mismatches: isMatch ? 0 : 1 })
    .onConflictDoUpdate({
      target: chainChecks.asset,
      set: { ...seen, inFlightUnits, mismatches: inARow },
    });
}

/** Assets whose ledger does not match the chain: their payouts wait until a person has looked. */
export async function isFrozen(tx: Tx, asset: AssetCode): Promise<boolean> {
  const rows = await tx
    .select({ asset: chainChecks.asset })
    .from(chainChecks)
    .where(and(eq(chainChecks.asset, asset), gte(chainChecks.mismatches, 3)));
  return rows.length > 0;
}
