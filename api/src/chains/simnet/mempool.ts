import type { TransactionSql } from "postgres";
import type { AssetCode } from "../../core/assets";
import { paramsOf, type SimnetChainId } from "./params";

/** A transaction about to enter the mempool of a locked chain. */
export type Entrant = {
  txId: string;
  raw: string | null;
  feeUnits: bigint;
  feeUnitsMax: bigint;
  replaceable: boolean;
  transfers: readonly { asset: AssetCode; to: string; units: bigint; from: readonly string[] }[];
} & (
  | { model: "faucet" }
  | { model: "utxo"; inputs: readonly { txId: string; ordinal: number }[] }
  | { model: "account"; sender: string; nonce: number }
);

/** Writes a transaction into the mempool; its rules have been checked by then, the keys of the tables check again. */
export async function insertUnconfirmed(
  sql: TransactionSql,
  chain: SimnetChainId,
  entrant: Entrant,
): Promise<void> {
  const { txId, transfers } = entrant;
  const account = entrant.model === "account" ? entrant : undefined;
  await sql`
    with entered as (
      insert into transaction (chain, tx_id, model, raw, sender, nonce, replaceable, ready, fee_units, fee_units_max, succeeded)
      values (${chain}, ${txId}, ${entrant.model}, ${entrant.raw}, ${account?.sender ?? null}, ${account?.nonce ?? null},
        ${entrant.replaceable}, ${account === undefined}, ${entrant.feeUnits.toString()}, ${entrant.feeUnitsMax.toString()}, true)
      returning seq
    )
    insert into involved (address, seq, chain, tx_id)
    select address, seq, ${chain}, ${txId} from entered, unnest(${shownAddresses(chain, entrant)}::text[]) as address`;
  if (transfers.length > 0)
    await sql`
    insert into transfer ${sql(
      transfers.map(({ asset, to, units, from }, ordinal) => ({
        chain,
        tx_id: txId,
        ordinal,
        asset,
        recipient: to,
        units: units.toString(),
        sources: [...from],
      })),
    )}`;
  if (entrant.model === "utxo") {
    await sql`
      insert into spend (chain, tx_id, spent_tx_id, spent_ordinal)
      select ${chain}, ${txId}, spent.tx_id, spent.ordinal
      from unnest(${entrant.inputs.map((input) => input.txId)}::text[], ${entrant.inputs.map((input) => input.ordinal)}::integer[])
        as spent (tx_id, ordinal)`;
  }
  if (account) await refreshReadiness(sql, chain, [account.sender]);
}

/** The addresses that a transaction sends and receives by, as far as its chain shows them. */
function shownAddresses(chain: SimnetChainId, entrant: Entrant): string[] {
  if (!paramsOf(chain).showsSources) return [];
  const sender = entrant.model === "account" ? [entrant.sender] : [];
  return [...new Set([...sender, ...entrant.transfers.flatMap(({ to, from }) => [to, ...from])])];
}

/** The given unconfirmed transactions and everything in the mempool that spends their outputs. */
export async function withDescendants(
  sql: TransactionSql,
  chain: SimnetChainId,
  txIds: readonly string[],
): Promise<readonly { txId: string; sender: string | null; feeUnits: bigint }[]> {
  const rows = await sql<{ txId: string; sender: string | null; feeUnits: string }[]>`
    with recursive family (tx_id) as (
      select unnest(${[...txIds]}::text[])
      union
      select spend.tx_id from spend join family on spend.spent_tx_id = family.tx_id where spend.chain = ${chain}
    )
    select tx_id as "txId", sender, fee_units as "feeUnits"
    from family join transaction using (tx_id)
    where chain = ${chain} and height is null`;
  return rows.map((row) => ({ ...row, feeUnits: BigInt(row.feeUnits) }));
}

/** Makes unconfirmed transactions vanish, with everything that spends their outputs. */
export async function removeUnconfirmed(
  sql: TransactionSql,
  chain: SimnetChainId,
  txIds: readonly string[],
): Promise<void> {
  const family = await withDescendants(sql, chain, txIds);
  const doomed = family.map((member) => member.txId);
  await sql`delete from spend where chain = ${chain} and tx_id = any(${doomed}::text[])`;
  await sql`delete from transaction where chain = ${chain} and tx_id = any(${doomed}::text[]) and height is null`;
  await refreshReadiness(
    sql,
    chain,
    family.flatMap(({ sender }) => (sender === null ? [] : [sender])),
  );
}

/** Reports again which unconfirmed transactions of these senders follow without a gap on the mined ones. */
export async function refreshReadiness(
  sql: TransactionSql,
  chain: SimnetChainId,
  senders: readonly string[],
): Promise<void> {
  for (const sender of new Set(senders)) {
    await sql`
      with mined as (
        select coalesce(max(nonce) + 1, 0) as next from transaction
        where chain = ${chain} and sender = ${sender} and height is not null
      ), ranked as (
        select nonce, nonce = mined.next + row_number() over (order by nonce) - 1 as follows
        from mined join transaction on chain = ${chain} and sender = ${sender} and nonce >= mined.next
        where height is null
      ), followed as (
        select coalesce(max(nonce) filter (where follows), -1) as last from ranked
      )
      update transaction set ready = not ready from mined, followed
      where chain = ${chain} and sender = ${sender} and nonce >= mined.next and height is null
        and ready <> (nonce <= followed.last)`;
  }
}
