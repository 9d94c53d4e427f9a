import type { TransactionSql } from "postgres";
import { parseUnits } from "../../core/amount";
import { assert } from "../../core/assert";
import { assetOf, NATIVE_ASSET } from "../../core/assets";
import type { UtxoBody } from "./encoding";
import { insertUnconfirmed, removeUnconfirmed, withDescendants } from "./mempool";
import { networkFeeUnits, paramsOf, relayFeeUnits, type SimnetChainId } from "./params";

/** A verified transaction: `proven` are the addresses whose keys signed it. */
type Submission = {
  chain: SimnetChainId;
  txId: string;
  raw: string;
  body: UtxoBody;
  proven: ReadonlySet<string>;
};

type SpentOutput = {
  address: string;
  units: bigint;
  /** The live transaction that spends it already. */
  spender: { txId: string; mined: boolean; replaceable: boolean } | undefined;
};

/** Takes a UTXO transaction into the mempool of a locked chain, or says why not (bitcoind's words). */
export async function admitUtxo(sql: TransactionSql, submission: Submission): Promise<string | undefined> {
  const { chain, txId, raw, body, proven } = submission;
  const asset = NATIVE_ASSET[chain];
  if (new Set(body.inputs.map(outpoint)).size !== body.inputs.length) return "bad-txns-inputs-duplicate";
  const spent = await spentOutputs(sql, chain, body);
  if (spent === undefined) return "bad-txns-inputs-missingorspent";
  if (spent.some((output) => !proven.has(output.address))) return "invalid signature";
  if (body.outputs.some((output) => BigInt(output.units) < dustUnits(chain))) return "dust";
  const feeUnits =
    sum(spent.map((output) => output.units)) - sum(body.outputs.map((output) => BigInt(output.units)));
  const steadyFeeUnits = networkFeeUnits(chain, {
    model: "utxo",
    inputs: body.inputs.length,
    outputs: body.outputs.length,
  });
  if (feeUnits < 0n) return "bad-txns-in-belowout";
  if (feeUnits < relayFeeUnits(steadyFeeUnits)) return "min relay fee not met";
  const refusal = await replaceConflicts(sql, {
    submission,
    spent,
    feeUnits,
    bumpUnitsMin: relayFeeUnits(steadyFeeUnits),
  });
  if (refusal !== undefined) return refusal;
  const from = paramsOf(chain).showsSources ? [...new Set(spent.map((output) => output.address))] : [];
  await insertUnconfirmed(sql, chain, {
    model: "utxo",
    txId,
    raw,
    feeUnits,
    feeUnitsMax: feeUnits,
    replaceable: body.replaceable && paramsOf(chain).replacement,
    inputs: body.inputs,
    transfers: body.outputs.map(({ address, units }) => ({ asset, to: address, units: BigInt(units), from })),
  });
  return undefined;
}

/**
 * Evicts the unconfirmed transactions that spend the same outputs, where BIP 125 allows it: all signal, and the
 * newcomer pays for all of them, their descendants and itself. Stricter than BIP 125: it must spend ALL their
 * inputs, so that no two of a chain of replacements can both be mined.
 */
async function replaceConflicts(
  sql: TransactionSql,
  replacement: {
    submission: Submission;
    spent: readonly SpentOutput[];
    feeUnits: bigint;
    bumpUnitsMin: bigint;
  },
): Promise<string | undefined> {
  const { submission, spent, feeUnits, bumpUnitsMin } = replacement;
  const { chain, body } = submission;
  const spenders = spent.flatMap(({ spender }) => (spender ? [spender] : []));
  if (spenders.length === 0) return undefined;
  if (spenders.some((spender) => spender.mined)) return "bad-txns-inputs-missingorspent";
  if (spenders.some((spender) => !spender.replaceable)) return "txn-mempool-conflict";
  const conflicts = [...new Set(spenders.map((spender) => spender.txId))];
  const family = await withDescendants(sql, chain, conflicts);
  const own = new Set(body.inputs.map(outpoint));
  const theirs = await sql<{ txId: string; ordinal: number }[]>`
    select spent_tx_id as "txId", spent_ordinal as ordinal from spend
    where chain = ${chain} and tx_id = any(${conflicts}::text[])`;
  if (theirs.some((input) => !own.has(outpoint(input)))) return "txn-mempool-conflict";
  if (body.inputs.some((input) => family.some((member) => member.txId === input.txId)))
    return "bad-txns-spends-conflicting-tx";
  if (feeUnits < sum(family.map((member) => member.feeUnits)) + bumpUnitsMin) return "insufficient fee";
  await removeUnconfirmed(sql, chain, conflicts);
  return undefined;
}

/** The outputs behind the inputs; undefined when one of them does not exist. */
async function spentOutputs(
  sql: TransactionSql,
  chain: SimnetChainId,
  body: UtxoBody,
): Promise<readonly SpentOutput[] | undefined> {
  const rows = await sql<
    { recipient: string; units: string; spender: string | null; mined: boolean; replaceable: boolean }[]
  >`
    select transfer.recipient, transfer.units, spender.tx_id as spender,
      spender.height is not null as mined, coalesce(spender.replaceable, false) as replaceable
    from unnest(${body.inputs.map((input) => input.txId)}::text[], ${body.inputs.map((input) => input.ordinal)}::integer[])
      as input (tx_id, ordinal)
    join transfer on transfer.chain = ${chain} and transfer.tx_id = input.tx_id and transfer.ordinal = input.ordinal
    left join spend on spend.chain = ${chain} and spend.spent_tx_id = input.tx_id and spend.spent_ordinal = input.ordinal
    left join transaction as spender on spender.chain = ${chain} and spender.tx_id = spend.tx_id`;
  if (rows.length !== body.inputs.length) return undefined;
  return rows.map(({ recipient, units, spender, mined, replaceable }) => ({
    address: recipient,
    units: BigInt(units),
    spender: spender === null ? undefined : { txId: spender, mined, replaceable },
  }));
}

/** The smallest output that a chain relays, in native units. */
export function dustUnits(chain: SimnetChainId): bigint {
  const asset = assetOf(NATIVE_ASSET[chain]);
  const dust = parseUnits(asset.dustAmount, asset.decimals);
  assert(dust.ok, "dust amount of the registry", { chain });
  return dust.value;
}

const outpoint = (input: { txId: string; ordinal: number }): string => `${input.txId}:${input.ordinal}`;
const sum = (units: readonly bigint[]): bigint => units.reduce((total, next) => total + next, 0n);
