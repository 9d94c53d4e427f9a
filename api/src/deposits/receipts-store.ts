import { sql } from "drizzle-orm";
import type { AssetCode, ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";
import { OVER_TOR } from "../payouts/attempt-way-store";
import { IS_DROPPED } from "../payouts/dropped-store";

/** A transaction of ours that moved native coins from or to a watched address, or paid a fee there. */
export type OwnMovement = {
  txId: string;
  sender: string;
  nonce: number;
  destination: string;
  asset: AssetCode;
  units: bigint;
  feeUnits: bigint;
  succeeded: boolean;
  /** Null while we do not know that it was mined. */
  height: number | null;
  /** Not ended, or out of its block again, and asked after through Tor alone: what the follower learned so far is all that we know. */
  isOpenOverTor: boolean;
};

/** Which of these addresses are still of an order: one that is forgotten meanwhile has no history any more. */
export async function remembered(tx: Tx, chain: ChainId, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await tx.execute<{ address: string }>(sql`
    SELECT address FROM addresses WHERE chain = ${chain} AND address = ANY(${textArray(addresses)}::text[])`);
  return new Set(rows.map(({ address }) => address));
}

/** Holds other workers off what balances report at this address, until the transaction has ended. */
export async function lockAddress(tx: Tx, chain: ChainId, address: string): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${chain}:${address}`}, ${RECEIPTS_LOCK}))`,
  );
}

/** Of its own kind: other locks hash other things. */
const RECEIPTS_LOCK = 2;

export async function ownMovements(
  tx: Tx,
  chain: ChainId,
  addresses: readonly string[],
): Promise<OwnMovement[]> {
  const list = textArray(addresses);
  const rows = await tx.execute<MovementRow>(sql`
    SELECT tx_id, sender, nonce, destination, asset, units, fee_units, state, height,
      (state IN ('signed', 'broadcasting', 'sent', 'mined', 'superseded') OR ${IS_DROPPED}) AND ${OVER_TOR} AS is_open_over_tor
    FROM payout_attempts a WHERE chain = ${chain} AND state <> 'dead' AND (sender = ANY(${list}::text[]) OR destination = ANY(${list}::text[]))`);
  return rows.map(readMovement);
}

type MovementRow = {
  tx_id: string;
  sender: string;
  nonce: string;
  destination: string;
  asset: AssetCode;
  units: string;
  fee_units: string | null;
  state: string;
  height: string | null;
  is_open_over_tor: boolean;
};

const readMovement = (row: MovementRow): OwnMovement => ({
  txId: row.tx_id,
  sender: row.sender,
  nonce: Number(row.nonce),
  destination: row.destination,
  asset: row.asset,
  units: BigInt(row.units),
  feeUnits: BigInt(row.fee_units ?? "0"),
  succeeded: row.state !== "reverted",
  height: row.height === null ? null : Number(row.height),
  isOpenOverTor: row.is_open_over_tor,
});
