import type { TransactionSql } from "postgres";
import { NATIVE_ASSET } from "../../core/assets";
import type { AccountBody } from "./encoding";
import { insertUnconfirmed, removeUnconfirmed } from "./mempool";
import { assetsOn, networkFeeUnits, paramsOf, QUEUED_NONCES_MAX, type SimnetChainId } from "./params";
import { balanceUnits, minedNonce } from "./state";

/** A verified transaction: `proven` are the addresses whose keys signed it. */
type Submission = {
  chain: SimnetChainId;
  txId: string;
  raw: string;
  body: AccountBody;
  proven: ReadonlySet<string>;
};

type Sibling = {
  txId: string;
  nonce: number;
  ready: boolean;
  asset: string;
  units: bigint;
  feeUnitsMax: bigint;
};

/** Takes an account transaction into the mempool of a locked chain, or says why not (geth's words). */
export async function admitAccount(sql: TransactionSql, submission: Submission): Promise<string | undefined> {
  const { chain, txId, raw, body, proven } = submission;
  if (!assetsOn(chain).includes(body.asset)) return "no such asset on this chain";
  if (!proven.has(body.from)) return "invalid sender";
  if (body.units === "0" && (body.to !== body.from || body.asset !== NATIVE_ASSET[chain]))
    return "nothing but a cancellation pays nothing";
  const feeUnits = networkFeeUnits(chain, { model: "account", asset: body.asset });
  if (BigInt(body.feeUnitsMax) < feeUnits) return "max fee per gas less than block base fee";
  const next = await minedNonce(sql, chain, body.from);
  if (body.nonce < next) return "nonce too low";
  const siblings = await unconfirmedOf(sql, chain, body.from);
  const replaced = siblings.find((sibling) => sibling.nonce === body.nonce);
  const others = siblings.filter((sibling) => sibling !== replaced);
  if (replaced && BigInt(body.feeUnitsMax) * 10n < replaced.feeUnitsMax * 11n)
    return "replacement transaction underpriced";
  const queued = others.filter((sibling) => !sibling.ready).length;
  if (body.nonce > next + others.length && queued >= QUEUED_NONCES_MAX) return "account limit exceeded";
  const shortage = await shortageOf(sql, submission, others);
  if (shortage !== undefined) return shortage;
  if (replaced) await removeUnconfirmed(sql, chain, [replaced.txId]);
  await insertUnconfirmed(sql, chain, {
    model: "account",
    txId,
    raw,
    sender: body.from,
    nonce: body.nonce,
    feeUnits,
    feeUnitsMax: BigInt(body.feeUnitsMax),
    replaceable: false,
    transfers:
      body.units === "0"
        ? []
        : [
            {
              asset: body.asset,
              to: body.to,
              units: BigInt(body.units),
              from: paramsOf(chain).showsSources ? [body.from] : [],
            },
          ],
  });
  return undefined;
}

/** Why the sender cannot afford this transaction on top of its other unconfirmed ones; undefined when it can. */
async function shortageOf(
  sql: TransactionSql,
  { chain, body }: Submission,
  others: readonly Sibling[],
): Promise<string | undefined> {
  const native = NATIVE_ASSET[chain];
  const outgoing = (asset: string): bigint =>
    [...others, { asset: body.asset, units: BigInt(body.units) }].reduce(
      (total, sibling) => total + (sibling.asset === asset ? sibling.units : 0n),
      0n,
    );
  const feesMax = others.reduce((total, sibling) => total + sibling.feeUnitsMax, BigInt(body.feeUnitsMax));
  const nativeUnits = await balanceUnits(sql, { chain, asset: native, address: body.from });
  if (nativeUnits < outgoing(native) + feesMax) return "insufficient funds for gas * price + value";
  if (body.asset === native) return undefined;
  const tokenUnits = await balanceUnits(sql, { chain, asset: body.asset, address: body.from });
  return tokenUnits < outgoing(body.asset) ? "transfer amount exceeds balance" : undefined;
}

async function unconfirmedOf(sql: TransactionSql, chain: SimnetChainId, sender: string): Promise<Sibling[]> {
  const rows = await sql<
    { txId: string; nonce: string; ready: boolean; asset: string; units: string; feeUnitsMax: string }[]
  >`
    select tx_id as "txId", nonce, ready, coalesce(asset, ${NATIVE_ASSET[chain]}) as asset, coalesce(units, 0) as units,
      fee_units_max as "feeUnitsMax"
    from transaction left join transfer using (chain, tx_id)
    where chain = ${chain} and sender = ${sender} and height is null
    order by nonce`;
  return rows.map((row) => ({
    ...row,
    nonce: Number(row.nonce),
    units: BigInt(row.units),
    feeUnitsMax: BigInt(row.feeUnitsMax),
  }));
}
