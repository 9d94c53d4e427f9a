import type { Sql } from "postgres";
import type { AssetCode } from "../../core/assets";
import type { SimnetChainId } from "./params";

/** Units of an asset, as SQL returns them. */
export type Units = { asset: AssetCode; units: string };

/** Where and when a transaction is; `height` and `timeMs` are null while it is unconfirmed. */
export type Placed = {
  chain: SimnetChainId;
  txId: string;
  height: number | null;
  timeMs: string | null;
  tip: number;
  succeeded: boolean;
};

export type TransactionRow = Placed & {
  blockHash: string | null;
  model: "utxo" | "account" | "faucet";
  sender: string | null;
  feeUnits: string;
  inputs: readonly (Units & { txId: string; address: string })[];
  outputs: readonly (Units & { address: string; sources: readonly string[]; spentBy: string | null })[];
};

/** A transaction with the outputs that it spends and makes. */
export async function readTransactionRow(sql: Sql, txId: string): Promise<TransactionRow | undefined> {
  const [row] = await sql<TransactionRow[]>`
    select ${placed(sql)}, block.hash as "blockHash", model, sender, fee_units as "feeUnits",
      (select coalesce(json_agg(json_build_object('txId', spent.tx_id, 'address', recipient, 'asset', asset,
          'units', units::text) order by spent.tx_id, ordinal), '[]')
        from spend join transfer as spent on spent.chain = spend.chain and spent.tx_id = spent_tx_id and ordinal = spent_ordinal
        where spend.chain = transaction.chain and spend.tx_id = transaction.tx_id) as inputs,
      (select coalesce(json_agg(json_build_object('address', recipient, 'asset', asset, 'units', units::text,
          'sources', sources, 'spentBy', spend.tx_id) order by ordinal), '[]')
        from transfer left join spend on spend.chain = transfer.chain and spent_tx_id = transfer.tx_id and spent_ordinal = ordinal
        where transfer.chain = transaction.chain and transfer.tx_id = transaction.tx_id) as outputs
    from chain join transaction on transaction.chain = chain.id and transaction.tx_id = ${txId} ${joinBlock(sql)}`;
  return row;
}

export type AddressRow = Placed & { seq: string; received: readonly Units[]; sent: readonly Units[] };

/** Transactions that involve an address in any of these forms, newest first, and older than `before`; a failed one moved nothing. */
export async function listInvolving(
  sql: Sql,
  addresses: readonly string[],
  { before, limit }: { before: string | null; limit: number },
): Promise<readonly AddressRow[]> {
  return sql<AddressRow[]>`
    with page as (
      select newest.* from unnest(${[...addresses]}::text[]) as form cross join lateral (
        select address, seq, chain, tx_id from involved
        where address = form and seq < coalesce(${before}::bigint, 9223372036854775807)
        order by seq desc limit ${limit}) as newest
      order by seq desc limit ${limit}
    )
    select ${placed(sql)}, page.seq, received.amounts as received, sent.amounts as sent
    from page join transaction on transaction.chain = page.chain and transaction.tx_id = page.tx_id
    join chain on chain.id = page.chain ${joinBlock(sql)}
    cross join lateral (select ${sums(sql)} as amounts from (
      select asset, sum(units) as units from transfer
      where chain = page.chain and tx_id = page.tx_id and recipient = page.address and transaction.succeeded
      group by asset) as part) as received
    cross join lateral (select ${sums(sql)} as amounts from (
      select asset, sum(units) as units from (
        select asset, units from transfer
        where chain = page.chain and tx_id = page.tx_id and transaction.sender = page.address and transaction.succeeded
        union all
        select asset, units from spend
        join transfer on transfer.chain = spend.chain and transfer.tx_id = spent_tx_id and ordinal = spent_ordinal
        where spend.chain = page.chain and spend.tx_id = page.tx_id and recipient = page.address) as each
      group by asset) as part) as sent
    order by page.seq desc`;
}

/** The balances at the tip of what an address has ever held. */
export async function readBalances(
  sql: Sql,
  holders: readonly { chain: SimnetChainId; asset: AssetCode; address: string }[],
): Promise<readonly Units[]> {
  return sql<Units[]>`
    select holder.asset, held.units from unnest(${holders.map(({ chain }) => chain)}::text[],
      ${holders.map(({ asset }) => asset)}::text[], ${holders.map(({ address }) => address)}::text[])
      with ordinality as holder (chain, asset, address, place)
    cross join lateral (select units from balance
      where chain = holder.chain and asset = holder.asset and address = holder.address
      order by height desc limit 1) as held
    order by place`;
}

export type BlockRow = {
  chain: SimnetChainId;
  height: number;
  hash: string;
  parentHash: string;
  timeMs: string;
  tip: number;
  transactions: number;
};

/** A block of the present chains. */
export async function readBlockRow(sql: Sql, hash: string): Promise<BlockRow | undefined> {
  const [row] = await sql<BlockRow[]>`
    select ${blockColumns(sql)} from block join chain on chain.id = block.chain where hash = ${hash}`;
  return row;
}

/** The blocks of a chain below `below`, newest first. */
export async function listBlocks(
  sql: Sql,
  chain: SimnetChainId,
  { below, limit }: { below: number; limit: number },
): Promise<readonly BlockRow[]> {
  return sql<BlockRow[]>`
    select ${blockColumns(sql)} from chain join block on block.chain = chain.id
    where chain.id = ${chain} and block.chain = ${chain} and block.height < ${below}
    order by block.height desc limit ${limit}`;
}

/** The tip of every chain, with how many transactions are unconfirmed on it. */
export async function listTips(sql: Sql): Promise<readonly (BlockRow & { unconfirmed: number })[]> {
  return sql<(BlockRow & { unconfirmed: number })[]>`
    select ${blockColumns(sql)}, (select count(*)::integer from transaction
      where transaction.chain = chain.id and transaction.height is null) as unconfirmed
    from chain join block on block.chain = chain.id and block.height = chain.height`;
}

export type BlockTransactionRow = Placed & { position: number; amounts: readonly Units[] };

/** The transactions of a block behind `after`, in the block's order. */
export async function listInBlock(
  sql: Sql,
  hash: string,
  { after, limit }: { after: number; limit: number },
): Promise<readonly BlockTransactionRow[]> {
  return sql<BlockTransactionRow[]>`
    select ${placed(sql)}, position,
      (select ${sums(sql)} from (select asset, sum(units) as units from transfer
        where transfer.chain = transaction.chain and transfer.tx_id = transaction.tx_id and transaction.succeeded
        group by asset) as part) as amounts
    from block join chain on chain.id = block.chain
    join transaction on transaction.chain = block.chain and transaction.height = block.height
    where block.hash = ${hash} and position > ${after} order by position limit ${limit}`;
}

const placed = (sql: Sql) => sql`transaction.chain, transaction.tx_id as "txId", transaction.height,
  block.time_ms as "timeMs", chain.height as tip, succeeded`;
const joinBlock = (sql: Sql) =>
  sql`left join block on block.chain = transaction.chain and block.height = transaction.height`;
const blockColumns = (sql: Sql) => sql`block.chain, block.height, hash, parent_hash as "parentHash",
  time_ms as "timeMs", chain.height as tip, (select count(*)::integer from transaction
    where transaction.chain = block.chain and transaction.height = block.height) as transactions`;
/** Sums by asset in `part`, as JSON that keeps every digit. */
const sums = (sql: Sql) =>
  sql`coalesce(json_agg(json_build_object('asset', asset, 'units', units::text) order by asset), '[]')`;
