import type { TransactionSql } from "postgres";
import { assert } from "../../core/assert";
import { type AssetCode, NATIVE_ASSET } from "../../core/assets";
import { Balances, type Candidate } from "./execution";
import { BLOCK_TRANSACTIONS_MAX, type SimnetChainId } from "./params";

/** What the next block may hold, in order of arrival. */
export async function loadCandidates(
  sql: TransactionSql,
  chain: SimnetChainId,
): Promise<readonly Candidate[]> {
  const rows = await sql<
    {
      txId: string;
      model: Candidate["model"];
      sender: string | null;
      nonce: string | null;
      feeUnits: string;
      feeUnitsMax: string;
    }[]
  >`
    select tx_id as "txId", model, sender, nonce, fee_units as "feeUnits", fee_units_max as "feeUnitsMax"
    from transaction where chain = ${chain} and height is null and ready
    order by seq limit ${BLOCK_TRANSACTIONS_MAX}`;
  if (rows.length === 0) return [];
  const txIds = rows.map((row) => row.txId);
  const transfers = groupByTxId(
    await sql<{ txId: string; asset: AssetCode; to: string; units: string }[]>`
      select tx_id as "txId", asset, recipient as to, units from transfer
      where chain = ${chain} and tx_id = any(${txIds}::text[]) order by tx_id, ordinal`,
  );
  const inputs = groupByTxId(
    await sql<{ txId: string; spentTxId: string; address: string; units: string }[]>`
      select spend.tx_id as "txId", spent_tx_id as "spentTxId", recipient as address, units from spend
      join transfer on transfer.chain = spend.chain and transfer.tx_id = spent_tx_id and transfer.ordinal = spent_ordinal
      where spend.chain = ${chain} and spend.tx_id = any(${txIds}::text[])`,
  );
  return rows.map((row): Candidate => {
    const common = {
      txId: row.txId,
      feeUnits: BigInt(row.feeUnits),
      transfers: (transfers.get(row.txId) ?? []).map(({ asset, to, units }) => ({
        asset,
        to,
        units: BigInt(units),
      })),
    };
    if (row.model === "faucet") return { ...common, model: "faucet" };
    if (row.model === "utxo") {
      const spent = (inputs.get(row.txId) ?? []).map(({ spentTxId, address, units }) => ({
        txId: spentTxId,
        address,
        units: BigInt(units),
      }));
      return { ...common, model: "utxo", inputs: spent };
    }
    assert(row.sender !== null && row.nonce !== null, "account transaction without a sender", { chain });
    return {
      ...common,
      model: "account",
      sender: row.sender,
      nonce: Number(row.nonce),
      feeUnitsMax: BigInt(row.feeUnitsMax),
    };
  });
}

/** The balances of everybody whom these candidates may touch, in one query. */
export async function loadBalances(
  sql: TransactionSql,
  chain: SimnetChainId,
  candidates: readonly Candidate[],
): Promise<Balances> {
  const native = NATIVE_ASSET[chain];
  const touched = new Map<string, { asset: AssetCode; address: string }>();
  const touch = (asset: AssetCode, address: string) =>
    touched.set(Balances.key(asset, address), { asset, address });
  for (const candidate of candidates) {
    for (const { asset, to } of candidate.transfers) touch(asset, to);
    if (candidate.model === "utxo") for (const { address } of candidate.inputs) touch(native, address);
    if (candidate.model !== "account") continue;
    touch(native, candidate.sender);
    for (const { asset } of candidate.transfers) touch(asset, candidate.sender);
  }
  const wanted = [...touched.values()];
  const rows = await sql<{ asset: AssetCode; address: string; units: string }[]>`
    select wanted.asset, wanted.address, coalesce(latest.units, 0) as units
    from unnest(${wanted.map(({ asset }) => asset)}::text[], ${wanted.map(({ address }) => address)}::text[])
      as wanted (asset, address)
    left join lateral (
      select units from balance
      where chain = ${chain} and balance.asset = wanted.asset and balance.address = wanted.address
      order by height desc limit 1
    ) as latest on true`;
  return new Balances(new Map(rows.map((row) => [Balances.key(row.asset, row.address), BigInt(row.units)])));
}

/** The next nonce of every sender among the candidates. */
export async function loadNonces(
  sql: TransactionSql,
  chain: SimnetChainId,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<string, number>> {
  const senders = new Set(
    candidates.flatMap((candidate) => (candidate.model === "account" ? [candidate.sender] : [])),
  );
  if (senders.size === 0) return new Map();
  const rows = await sql<{ sender: string; next: string }[]>`
    select senders.sender, coalesce(latest.nonce + 1, 0) as next
    from unnest(${[...senders]}::text[]) as senders (sender)
    left join lateral (
      select nonce from transaction
      where chain = ${chain} and transaction.sender = senders.sender and nonce is not null and height is not null
      order by nonce desc limit 1
    ) as latest on true`;
  return new Map(rows.map((row) => [row.sender, Number(row.next)]));
}

/** The addresses whose token transfers fail for now. */
export async function loadReverting(sql: TransactionSql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ address: string }[]>`select address from reverting`;
  return new Set(rows.map((row) => row.address));
}

function groupByTxId<Row extends { txId: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.txId);
    if (group) group.push(row);
    else groups.set(row.txId, [row]);
  }
  return groups;
}
