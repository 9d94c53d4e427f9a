import type { Sql, TransactionSql } from "postgres";
import type { BroadcastOutcome } from "../chain";
import { admitAccount } from "./admission-account";
import { admitUtxo } from "./admission-utxo";
import { decodeRaw, txIdOf } from "./encoding";
import { MEMPOOL_TRANSACTIONS_MAX, paramsOf, type SimnetChainId } from "./params";
import { provenAddresses } from "./signing";
import { lockChain, unconfirmedCount } from "./state";

export const ACCEPTED: BroadcastOutcome = { outcome: "accepted" };
const rejected = (reason: string): BroadcastOutcome => ({ outcome: "rejected", reason });

/** What a node does with raw bytes: into the mempool, or refused with its reason. */
export async function admit(sql: Sql, chain: SimnetChainId, raw: string): Promise<BroadcastOutcome> {
  const decoded = decodeRaw(raw);
  if (!decoded.ok) return rejected(decoded.error);
  const { body, witnesses } = decoded.value;
  if (body.chain !== chain || body.model !== paramsOf(chain).model) return rejected("transaction of another chain");
  const proven = provenAddresses(body, witnesses);
  if (proven === undefined) return rejected("invalid signature");
  const txId = txIdOf(body);
  const refusal = await sql.begin(async (transaction) => {
    await lockChain(transaction, chain);
    if (await isKnown(transaction, chain, txId)) return undefined;
    if ((await unconfirmedCount(transaction, chain)) >= MEMPOOL_TRANSACTIONS_MAX) return "mempool full";
    return body.model === "utxo"
      ? admitUtxo(transaction, { chain, txId, raw, body, proven })
      : admitAccount(transaction, { chain, txId, raw, body, proven });
  });
  return refusal === undefined ? ACCEPTED : rejected(refusal);
}

async function isKnown(sql: TransactionSql, chain: SimnetChainId, txId: string): Promise<boolean> {
  const rows = await sql`select 1 from transaction where chain = ${chain} and tx_id = ${txId}`;
  return rows.length > 0;
}
