import type { Sql, TransactionSql } from "postgres";
import { NATIVE_ASSET } from "../../core/assets";
import { validateAddress } from "../addresses/validate";
import type { BroadcastOutcome } from "../chain";
import { admitAccount } from "./admission-account";
import { admitUtxo } from "./admission-utxo";
import { decodeRaw, txIdOf } from "./encoding";
import { MEMPOOL_TRANSACTIONS_MAX, paramsOf, type SimnetChainId } from "./params";
import { provenAddresses } from "./signing";
import { lockChain, unconfirmedCount } from "./state";

const rejected = (reason: string): BroadcastOutcome => ({ outcome: "rejected", reason });

/** What a node does with raw bytes: into the mempool, or refused with its reason. */
export async function admit(sql: Sql, chain: SimnetChainId, raw: string): Promise<BroadcastOutcome> {
  const decoded = decodeRaw(raw);
  if (!decoded.ok) return rejected(decoded.error);
  const { body, witnesses } = decoded.value;
  if (body.chain !== chain || body.model !== paramsOf(chain).model)
    return rejected("transaction of another chain");
  const recipients = body.model === "utxo" ? body.outputs.map((output) => output.address) : [body.to];
  if (!recipients.every((address) => isPayable(chain, address))) return rejected("invalid address");
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
  return refusal === undefined ? { outcome: "accepted" } : rejected(refusal);
}

/** Real transactions hold an address's bytes, which have one form only; so here only its normal form is taken. */
function isPayable(chain: SimnetChainId, address: string): boolean {
  const valid = validateAddress({ asset: NATIVE_ASSET[chain], address });
  return valid.ok && valid.value.normalized === address;
}

async function isKnown(sql: TransactionSql, chain: SimnetChainId, txId: string): Promise<boolean> {
  const rows = await sql`select 1 from transaction where chain = ${chain} and tx_id = ${txId}`;
  return rows.length > 0;
}
