import type { Sql } from "postgres";
import { assert } from "../../core/assert";
import type { AssetCode } from "../../core/assets";
import { normalAddress } from "../addresses/validate";
import type { Block, Chain, FeeQuote, FeeRequest, Spend, Tip, TransactionStatus, Transfer } from "../chain";
import { simnetExplorerUrl } from "../explorer-url";
import { admit } from "./admission";
import { askNode } from "./ask-node";
import { buildSimnet, decodeSimnet } from "./building";
import { readProofOfDeath } from "./death";
import type { News } from "./news";
import {
  assetsOn,
  atFloor,
  networkFeeUnits,
  paramsOf,
  relayFeeUnits,
  type SimnetChainId,
  withHeadroom,
} from "./params";
import { balancesUnits, balanceUnits, type FeeFloors, minedNonce } from "./state";

/** The port to a simulated chain; every reading throws ChainUnavailable when simnet's database does not answer. */
export function simnetChain(parts: { sql: Sql; id: SimnetChainId; news: News; feeFloors: FeeFloors }): Chain {
  const { sql, id, news, feeFloors } = parts;
  const { model, showsSources } = paramsOf(id);
  const node = <Value>(ask: () => Promise<Value>): Promise<Value> => askNode(id, ask);
  return {
    id,
    model,
    assets: assetsOn(id),
    nativeDeposits: "transfers",
    showsSources,
    tip: () => node(() => readTip(sql, id)),
    block: (height) => node(() => readBlock(sql, id, height)),
    mempool: () => node(() => readMempool(sql, id)),
    unconfirmedSpends: () => node(() => readUnconfirmedSpends(sql, id)),
    transaction: (txId) => node(() => readTransaction(sql, id, txId)),
    proofOfDeath: (raw, finalHeight) => node(() => readProofOfDeath(sql, id, raw, finalHeight)),
    balance: ({ address, asset, height }) =>
      node(() => balanceUnits(sql, { chain: id, asset, address: normalAddress(id, address), height })),
    balances: ({ addresses, ...query }) =>
      node(() =>
        balancesUnits(sql, {
          chain: id,
          ...query,
          addresses: addresses.map((address) => normalAddress(id, address)),
        }),
      ),
    nonce: (address) => node(() => minedNonce(sql, id, normalAddress(id, address))),
    feeQuote: (request) => node(() => quoteFee(feeFloors, id, request)),
    replacementFee: (replaced, request) => node(() => quoteReplacement(feeFloors, id, replaced, request)),
    build: (request) => buildSimnet(id, request),
    decode: decodeSimnet,
    broadcast: (raw) => node(() => admit(sql, id, raw)),
    explorerUrl: simnetExplorerUrl,
    onNews: (listener) => news.on(id, listener),
  };
}

async function quoteFee(feeFloors: FeeFloors, chain: SimnetChainId, request: FeeRequest): Promise<FeeQuote> {
  const feeUnits = atFloor(networkFeeUnits(chain, request), await feeFloors(chain));
  const isFixed = request.model === "utxo" || request.isExact === true;
  return { feeUnits: isFixed ? feeUnits : withHeadroom(feeUnits), detail: {} };
}

/** As the mempool asks: a tenth more on account chains, what both cost to relay on chains with outputs. */
async function quoteReplacement(
  feeFloors: FeeFloors,
  chain: SimnetChainId,
  replaced: { feeUnits: bigint },
  request: FeeRequest,
): Promise<{ least: FeeQuote; wanted: FeeQuote }> {
  const leastUnits =
    request.model === "utxo"
      ? replaced.feeUnits + relayFeeUnits(networkFeeUnits(chain, request))
      : (replaced.feeUnits * 11n + 9n) / 10n;
  const current = await quoteFee(feeFloors, chain, request);
  const least = { feeUnits: leastUnits, detail: {} };
  return { least, wanted: current.feeUnits > leastUnits ? current : least };
}

async function readTip(sql: Sql, chain: SimnetChainId): Promise<Tip> {
  const [row] = await sql<{ height: number; hash: string; parentHash: string; timeMs: string }[]>`
    select block.height, hash, parent_hash as "parentHash", time_ms as "timeMs" from chain
    join block on block.chain = chain.id and block.height = chain.height where chain.id = ${chain}`;
  assert(row, "chain without a tip", { chain });
  const finalizedHeight = paramsOf(chain).hasFinality ? Math.max(0, row.height - 1) : null;
  return { ...row, timeMs: Number(row.timeMs), finalizedHeight };
}

type TransferRow = {
  txId: string;
  ordinal: number;
  asset: AssetCode;
  to: string;
  units: string;
  from: string[];
};
const transferOf = ({ txId, ordinal, asset, to, units, from }: TransferRow): Transfer => ({
  txId,
  ordinal,
  asset,
  to,
  units: BigInt(units),
  from,
});

/** One query, so that no reorg comes between a block and its content. */
async function readBlock(sql: Sql, chain: SimnetChainId, height: number): Promise<Block | undefined> {
  if (!Number.isSafeInteger(height) || height < 0 || height > 0x7fff_ffff) return undefined;
  const rows = await sql<
    ({ hash: string; parentHash: string; timeMs: string; spends: SpendRow[] } & (
      | TransferRow
      | { [Key in keyof TransferRow]: null }
    ))[]
  >`
    select hash, parent_hash as "parentHash", time_ms as "timeMs", spends, transfer.tx_id as "txId", ordinal, asset,
      recipient as "to", units, sources as "from"
    from block
    cross join lateral (select ${spendRows(sql)} as spends from transaction as spender left join spend using (chain, tx_id)
      where spender.chain = block.chain and spender.height = block.height and spender.model <> 'faucet') as spent
    left join transaction on transaction.chain = block.chain and transaction.height = block.height and succeeded
    left join transfer on transfer.chain = transaction.chain and transfer.tx_id = transaction.tx_id
    where block.chain = ${chain} and block.height = ${height}
    order by position, ordinal`;
  const [block] = rows;
  if (!block) return undefined;
  return {
    height,
    hash: block.hash,
    parentHash: block.parentHash,
    timeMs: Number(block.timeMs),
    transfers: rows.flatMap((row) => (row.txId === null ? [] : [transferOf(row)])),
    spends: block.spends.map(spendOf),
  };
}

type SpendRow = { tx_id: string } & (
  | { sender: string; nonce: number; spent_tx_id: null; spent_ordinal: null }
  | { sender: null; nonce: null; spent_tx_id: string; spent_ordinal: number }
);
const spendOf = (row: SpendRow): Spend =>
  row.sender === null
    ? { kind: "output", txId: row.tx_id, output: { txId: row.spent_tx_id, ordinal: row.spent_ordinal } }
    : { kind: "account", txId: row.tx_id, sender: row.sender, nonce: row.nonce };

/** Spends of `spender`, joined with `spend`, as JSON. */
const spendRows = (sql: Sql) => sql`
  coalesce(json_agg(json_build_object('tx_id', spender.tx_id, 'sender', spender.sender, 'nonce', spender.nonce,
    'spent_tx_id', spent_tx_id, 'spent_ordinal', spent_ordinal)), '[]')`;

async function readUnconfirmedSpends(sql: Sql, chain: SimnetChainId): Promise<readonly Spend[]> {
  const [row] = await sql<{ spends: SpendRow[] }[]>`
    select ${spendRows(sql)} as spends from transaction as spender left join spend using (chain, tx_id)
    where chain = ${chain} and spender.height is null and spender.model <> 'faucet'`;
  return (row?.spends ?? []).map(spendOf);
}

async function readMempool(sql: Sql, chain: SimnetChainId): Promise<readonly Transfer[]> {
  const rows = await sql<TransferRow[]>`
    select tx_id as "txId", ordinal, asset, recipient as "to", units, sources as "from"
    from transaction join transfer using (chain, tx_id)
    where chain = ${chain} and height is null and ready
    order by seq, ordinal`;
  return rows.map(transferOf);
}

async function readTransaction(sql: Sql, chain: SimnetChainId, txId: string): Promise<TransactionStatus> {
  const [row] = await sql<
    { height: number | null; blockHash: string | null; succeeded: boolean; feeUnits: string }[]
  >`
    select transaction.height, hash as "blockHash", succeeded, fee_units as "feeUnits"
    from transaction left join block on block.chain = transaction.chain and block.height = transaction.height
    where transaction.chain = ${chain} and tx_id = ${txId}`;
  if (!row) return { status: "unknown" };
  const { height, blockHash, succeeded } = row;
  if (height === null || blockHash === null) return { status: "mempool" };
  return { status: "mined", height, blockHash, succeeded, feeUnits: BigInt(row.feeUnits) };
}
