import type { Sql } from "postgres";
import { assert } from "../../core/assert";
import type { ProofOfDeath } from "../chain";
import { decodeSimnet } from "./building";
import type { SimnetChainId } from "./params";

/** See `Chain.proofOfDeath`. */
export async function readProofOfDeath(
  sql: Sql,
  chain: SimnetChainId,
  raw: string,
  finalHeight: number,
): Promise<ProofOfDeath | null> {
  const { txId, inputs, sender, nonce } = decodeSimnet(raw);
  if (sender === null) return rivalForInputs(sql, chain, { txId, inputs, finalHeight });
  assert(nonce !== null, "a sender without a nonce", { chain });
  const [rival] = await sql<{ by: string; height: number; blockHash: string }[]>`
    select tx_id as "by", transaction.height, hash as "blockHash"
    from transaction join block on block.chain = transaction.chain and block.height = transaction.height
    where transaction.chain = ${chain} and sender = ${sender} and nonce = ${nonce} and tx_id <> ${txId}
      and transaction.height <= ${finalHeight}`;
  return rival === undefined ? null : { ...rival, gone: [] };
}

/** A mined transaction that spends an input, or that took the place of the payment that was to bring it. */
async function rivalForInputs(
  sql: Sql,
  chain: SimnetChainId,
  {
    txId,
    inputs,
    finalHeight,
  }: { txId: string; inputs: readonly { txId: string; ordinal: number }[]; finalHeight: number },
): Promise<ProofOfDeath | null> {
  const rows = await sql<
    { by: string; height: number; blockHash: string; spentTxId: string; ordinal: number }[]
  >`
    with input as (
      select * from unnest(${inputs.map((input) => input.txId)}::text[], ${inputs.map(({ ordinal }) => ordinal)}::integer[])
        as input (tx_id, ordinal)
    ), rival as (
      select spend.tx_id as by, input.tx_id, input.ordinal from input
      join spend on spend.chain = ${chain} and spent_tx_id = input.tx_id and spent_ordinal = input.ordinal
      union select by_tx_id, input.tx_id, input.ordinal from input
      join replaced on replaced.chain = ${chain} and replaced.tx_id = input.tx_id
    )
    select rival.by, transaction.height, hash as "blockHash", rival.tx_id as "spentTxId", rival.ordinal
    from rival join transaction on transaction.chain = ${chain} and transaction.tx_id = rival.by
    join block on block.chain = transaction.chain and block.height = transaction.height
    where rival.by <> ${txId} and transaction.height <= ${finalHeight} order by transaction.height, rival.by`;
  const [first] = rows;
  if (first === undefined) return null;
  const { by, height, blockHash } = first;
  return { by, height, blockHash, gone: rows.map((row) => ({ txId: row.spentTxId, ordinal: row.ordinal })) };
}
