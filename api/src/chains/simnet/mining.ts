import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { TransactionSql } from "postgres";
import { assert } from "../../core/assert";
import type { TimeMs } from "../../core/ports";
import { loadBalances, loadCandidates, loadNonces, loadReverting } from "./candidates";
import { atFeeFloor, Balances, type Candidate, type Execution, execute } from "./execution";
import { refreshReadiness, removeUnconfirmed } from "./mempool";
import { REST_CONFIRMATIONS, type SimnetChainId } from "./params";
import { lockChain } from "./state";

/** Mines blocks on a locked chain out of its mempool; returns the new height. */
export async function mineBlocks(
  sql: TransactionSql,
  chain: SimnetChainId,
  { blocks, nowMs }: { blocks: number; nowMs: TimeMs },
): Promise<number> {
  const locked = await lockChain(sql, chain);
  let { height } = locked;
  for (let left = blocks; left > 0; left -= 1) {
    const candidates = atFeeFloor(chain, await loadCandidates(sql, chain), locked.feeFloorPercent);
    const { execution, balances } = await executeNext(sql, chain, candidates);
    if (execution.included.length === 0 && execution.evicted.length === 0) {
      // The same mempool at the same fees: the others are empty too.
      await appendBlocks(sql, chain, { nowMs, contents: Array.from({ length: left }, () => []) });
      return height + left;
    }
    height += 1;
    await appendBlocks(sql, chain, { nowMs, contents: [execution.included.map(({ txId }) => txId)] });
    await writeExecution(sql, chain, { height, execution, balances, candidates });
    if (execution.evicted.length > 0) await removeUnconfirmed(sql, chain, execution.evicted);
    if (execution.included.length > 0)
      await sql`update chain set rest_height = ${height + REST_CONFIRMATIONS} where id = ${chain}`;
  }
  return height;
}

/** Runs what the next block may hold on the balances at the tip. Most blocks are empty, and need no look at anything. */
async function executeNext(
  sql: TransactionSql,
  chain: SimnetChainId,
  candidates: readonly Candidate[],
): Promise<{ execution: Execution; balances: Balances }> {
  if (candidates.length === 0)
    return { execution: { included: [], evicted: [] }, balances: new Balances(new Map()) };
  const balances = await loadBalances(sql, chain, candidates);
  const nextNonces = await loadNonces(sql, chain, candidates);
  const reverting = await loadReverting(sql);
  return { execution: execute(chain, { candidates, balances, nextNonces, reverting }), balances };
}

/**
 * Replaces the last `depth` blocks of a locked chain by one more, all empty; what was in them is unconfirmed again.
 * Throws RangeError when the chain is not that deep. Returns the new height.
 */
export async function reorganise(
  sql: TransactionSql,
  chain: SimnetChainId,
  { depth, nowMs }: { depth: number; nowMs: TimeMs },
): Promise<number> {
  const { height } = await lockChain(sql, chain);
  if (depth < 1 || depth > height)
    throw new RangeError(`a chain of ${height} blocks has no reorg of depth ${depth}`);
  const fork = height - depth;
  const returned = await sql<{ sender: string | null }[]>`
    update transaction set height = null, position = null, succeeded = true
    where chain = ${chain} and height > ${fork} returning sender`;
  await sql`delete from balance where chain = ${chain} and height > ${fork}`;
  await sql`delete from block where chain = ${chain} and height > ${fork}`;
  await sql`update chain set height = ${fork} where id = ${chain}`;
  await appendBlocks(sql, chain, { nowMs, contents: Array.from({ length: depth + 1 }, () => []) });
  await refreshReadiness(
    sql,
    chain,
    returned.flatMap(({ sender }) => (sender === null ? [] : [sender])),
  );
  return height + 1;
}

/** Puts blocks on the tip of a locked chain, each with these transactions. */
async function appendBlocks(
  sql: TransactionSql,
  chain: SimnetChainId,
  { nowMs, contents }: { nowMs: TimeMs; contents: readonly (readonly string[])[] },
): Promise<void> {
  if (contents.length === 0) return;
  const [parent] = await sql<{ height: number; hash: string; timeMs: string; counter: string }[]>`
    select block.height, hash, time_ms as "timeMs", counter from chain
    join block on block.chain = chain.id and block.height = chain.height where chain.id = ${chain}`;
  assert(parent, "chain without a genesis block", { chain });
  const timeMs = Math.max(nowMs, Number(parent.timeMs));
  const counter = BigInt(parent.counter);
  const hashes = [parent.hash];
  for (const [at, txIds] of contents.entries()) {
    const place = { height: parent.height + 1 + at, parentHash: hashes[at] ?? "", timeMs };
    hashes.push(blockHash({ chain, ...place, counter: counter + BigInt(1 + at), txIds }));
  }
  await sql`
    with appended as (
      insert into block (chain, height, hash, parent_hash, time_ms)
      select ${chain}, ${parent.height} + at, hash, parent_hash, ${timeMs}
      from unnest(${hashes.slice(1)}::text[], ${hashes.slice(0, -1)}::text[]) with ordinality as added (hash, parent_hash, at)
    )
    update chain set height = height + ${contents.length}, counter = counter + ${contents.length} where id = ${chain}`;
}

/** A block's hash covers its place, its content, and a counter that distinguishes rivals of equal content. */
export function blockHash(header: {
  chain: SimnetChainId;
  height: number;
  parentHash: string;
  timeMs: TimeMs;
  counter: bigint;
  txIds: readonly string[];
}): string {
  const { chain, height, parentHash, timeMs, counter, txIds } = header;
  return bytesToHex(
    sha256(utf8ToBytes(JSON.stringify([chain, height, parentHash, timeMs, `${counter}`, txIds]))),
  );
}

async function writeExecution(
  sql: TransactionSql,
  chain: SimnetChainId,
  {
    height,
    execution,
    balances,
    candidates,
  }: { height: number; execution: Execution; balances: Balances; candidates: readonly Candidate[] },
): Promise<void> {
  const { included } = execution;
  if (included.length === 0) return;
  const fees = new Map(candidates.map(({ txId, feeUnits }) => [txId, feeUnits.toString()]));
  await sql`
    update transaction set height = ${height}, position = mined.position, succeeded = mined.succeeded, fee_units = mined.fee_units::numeric
    from unnest(${included.map(({ txId }) => txId)}::text[], ${included.map((_, position) => position)}::integer[],
      ${included.map(({ succeeded }) => String(succeeded))}::text[]::boolean[],
      ${included.map(({ txId }) => fees.get(txId) ?? "0")}::text[]) as mined (tx_id, position, succeeded, fee_units)
    where transaction.chain = ${chain} and transaction.tx_id = mined.tx_id`;
  const changes = balances.changes();
  await sql`
    insert into balance (chain, height, asset, address, units)
    select ${chain}, ${height}, changed.asset, changed.address, changed.units::numeric
    from unnest(${changes.map(({ asset }) => asset)}::text[], ${changes.map(({ address }) => address)}::text[],
      ${changes.map(({ units }) => units.toString())}::text[]) as changed (asset, address, units)`;
}
