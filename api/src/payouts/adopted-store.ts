import { sql } from "drizzle-orm";
import { assert } from "../core/assert";
import type { AssetCode, ChainId } from "../core/assets";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";

/** A final transaction that we did not sign. `asset` and `units`: what it moved; `depositIndex`: of its sender's key. */
type Adopted = {
  chain: ChainId;
  txId: string;
  asset: AssetCode;
  units: bigint;
  feeUnits: bigint;
  sender: string | null;
  nonce: number | null;
  depositIndex: number | null;
  height: number;
  blockHash: string;
  at: TimeMs;
};

/** Writes it down beside our attempts, as what took our coins and used our nonces; returns its id. */
export async function insertAdopted(tx: Tx, adopted: Adopted): Promise<string> {
  const { chain, txId, asset, sender, nonce, depositIndex, height, blockHash } = adopted;
  const at = isoOf(adopted.at);
  const feeUnits = adopted.feeUnits.toString();
  const rows = await tx.execute<{ id: string }>(sql`
    INSERT INTO payout_attempts (kind, chain, asset, sender, nonce, destination, units, fee_units_max, deposit_index, state, raw,
      tx_id, height, block_hash, fee_units, next_check_at, created_at)
    VALUES ('adopted', ${chain}, ${asset}, ${sender}, ${nonce}, '-', ${adopted.units.toString()}, ${feeUnits}, ${depositIndex}, 'final', '-',
      ${txId}, ${height}, ${blockHash}, ${feeUnits}, ${at}, ${at}) RETURNING id`);
  assert(rows[0] !== undefined, "an adopted transaction that was not written", { txId });
  return rows[0].id;
}
