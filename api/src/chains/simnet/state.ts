import type { Sql, TransactionSql } from "postgres";
import { assert } from "../../core/assert";
import type { AssetCode } from "../../core/assets";
import { readTogether } from "../../core/read-together";
import { NEWS_CHANNEL } from "./news";
import { SIMNET_CHAIN_IDS, type SimnetChainId } from "./params";

/** Either a connection or a transaction of simnet's own database. */
export type Reader = Sql | TransactionSql;

/** A chain's height, and the least fee that its miner takes, in percent of the steady one (0: it takes everything). */
export type ChainState = { height: number; feeFloorPercent: bigint };

/**
 * Locks a chain for the rest of the database transaction, in which it is changed: changes happen one after the other, and
 * each is reported to those who listen.
 */
export async function lockChain(sql: TransactionSql, chain: SimnetChainId): Promise<ChainState> {
  const [row] = await sql<{ height: number; percent: number }[]>`
    select height, fee_floor_percent as percent, pg_notify(${NEWS_CHANNEL}, id) from chain where id = ${chain} for update`;
  assert(row, "chain missing from simnet", { chain });
  return { height: row.height, feeFloorPercent: BigInt(row.percent) };
}

/** The next number of the chain's counter; the chain must be locked. */
export async function nextCounter(sql: TransactionSql, chain: SimnetChainId): Promise<bigint> {
  const [row] = await sql<{ counter: string }[]>`
    update chain set counter = counter + 1 where id = ${chain} returning counter`;
  assert(row, "chain missing from simnet", { chain });
  return BigInt(row.counter);
}

type BalanceQuery = { chain: SimnetChainId; asset: AssetCode; height?: number | undefined };

/** Units at an address after the block at `height`, or after the tip. */
export async function balanceUnits(
  sql: Reader,
  { address, ...query }: BalanceQuery & { address: string },
): Promise<bigint> {
  const [units] = await balancesUnits(sql, { ...query, addresses: [address] });
  assert(units !== undefined, "an address without an answer");
  return units;
}

/** Units at each of many addresses, in the order asked. */
export async function balancesUnits(
  sql: Reader,
  { chain, asset, addresses, height }: BalanceQuery & { addresses: readonly string[] },
): Promise<readonly bigint[]> {
  const rows = await sql<{ units: string }[]>`
    select coalesce(latest.units, 0) as units
    from unnest(${[...addresses]}::text[]) with ordinality as asked (address, no)
    left join lateral (
      select units from balance
      where chain = ${chain} and asset = ${asset} and balance.address = asked.address
        and height <= coalesce(${height ?? null}::integer, 2147483647)
      order by height desc limit 1
    ) as latest on true
    order by no`;
  return rows.map(({ units }) => BigInt(units));
}

/** The number of mined transactions of a sender: its next nonce. */
export async function minedNonce(sql: Reader, chain: SimnetChainId, sender: string): Promise<number> {
  const [row] = await sql<{ nonce: string }[]>`
    select nonce from transaction
    where chain = ${chain} and sender = ${sender} and nonce is not null and height is not null
    order by nonce desc limit 1`;
  return row ? Number(row.nonce) + 1 : 0;
}

/** The least fee that a chain's miner takes, in percent of the steady one; 0 where it takes everything. */
export type FeeFloors = (chain: SimnetChainId) => Promise<bigint>;

/** Reads what is asked for several chains at once in one statement. */
export function createFeeFloors(sql: Sql): FeeFloors {
  const read = readTogether<SimnetChainId, bigint>(
    async (chains) => {
      const rows = await sql<{ id: SimnetChainId; percent: number }[]>`
        select id, fee_floor_percent as percent from chain where id = any(${chains}::text[])`;
      return new Map(rows.map(({ id, percent }) => [id, BigInt(percent)]));
    },
    { keysMax: SIMNET_CHAIN_IDS.length, readsMax: 4 },
  );
  return async (chain) => (await read(chain)) ?? 0n;
}

export async function unconfirmedCount(sql: Reader, chain: SimnetChainId): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from transaction where chain = ${chain} and height is null`;
  return row?.count ?? 0;
}
