import { loadCursors, resumeChain } from "../../src/chains/cursor-store";
import type { SimnetChainId } from "../../src/chains/simnet/params";
import { assetOf, NATIVE_ASSET } from "../../src/core/assets";
import { diceOf } from "./dice";
import { meet } from "./faulty-chain";
import { witness } from "./witness";
import { type Customer, runTasks, type World } from "./world";

const HALTED_PERMILLE = 600;
const DEPTH_MAX = 12;
const ROUNDS = 6;
const TURNS = 6;
const RESUMED_PERMILLE = 400;
const LOST_PERMILLE = 400;
/** More than any deposit needs. */
const BLOCKS_SEEN = 6;
const CREDITED = new Set(["screening", "exchanging"]);

/**
 * The chain of a credited deposit is rewritten below it before its order is paid on another chain, and is halted for that:
 * until an administrator looks, that order must not be paid; never, where the deposit is not in the new branch and does
 * not come back. `goOn` lets everybody else act for a round.
 */
export async function haltFunding(world: World, goOn: () => Promise<void>): Promise<void> {
  const dice = diceOf(`halt ${world.seed}`);
  if (world.rewritten.size > 0 || world.without.has("halt") || !dice.permille(HALTED_PERMILLE)) return;
  let credited = await creditedOf(world);
  for (let turn = 0; turn < TURNS && credited === null; turn++) {
    await goOn();
    credited = await creditedOf(world);
  }
  if (credited === null) return;
  const { chain, depth, txHash } = credited;
  meet(world.mishaps, "halt");
  world.tell("Chain", chain, `${chain} replaces its last ${depth} blocks, with a credited deposit in them`);
  world.rewritten.add(chain);
  await world.simnet.reorg({ asset: NATIVE_ASSET[chain], depth });
  if (dice.permille(LOST_PERMILLE)) await loseForEver(world, chain, txHash);
  await runTasks(world, `chain:${chain}`);
  await witness(world);
  if (dice.permille(RESUMED_PERMILLE)) await resumeAtOnce(world, chain);
  for (let round = 0; round < ROUNDS; round++) await goOn();
}

type Credited = { chain: SimnetChainId; depth: number; txHash: string };

/** A deposit that was credited lately, of an order that is not paid yet, on another chain than what it pays for. */
async function creditedOf(world: World): Promise<Credited | null> {
  const chainOf = (asset: Customer["send"]) => assetOf(asset).chain as SimnetChainId;
  for (const { orderId, send, receive, payments } of world.customers) {
    const chain = chainOf(send);
    if (!CREDITED.has(world.seen.get(orderId ?? "")?.state ?? "") || chain === chainOf(receive)) continue;
    const txHash = payments[0]?.txHash ?? "";
    const depth = await depthOf(world, chain, txHash);
    if (depth !== null && depth <= DEPTH_MAX) return { chain, depth, txHash };
  }
  return null;
}

/** A deposit that was credited is in no branch any more, unless something of ours has spent it already. */
async function loseForEver(world: World, chain: SimnetChainId, txHash: string): Promise<void> {
  if (world.without.has("lost")) return;
  if ((await isMoved(world, chain, txHash)) || !(await world.simnet.drop({ txHash })).ok) return;
  world.lost.add(txHash);
  meet(world.mishaps, "lost");
  world.tell("Chain", chain, `nodes have lost the payment ${txHash.slice(0, 8)}, and never find it again`);
}

/** Whether something of ours spends a payment, or moves coins from the address that it went to. */
async function isMoved({ plot }: World, chain: SimnetChainId, txHash: string): Promise<boolean> {
  const spends = await plot.simnet`SELECT 1 FROM spend WHERE chain = ${chain} AND spent_tx_id = ${txHash}`;
  const to = await plot.simnet<{ address: string }[]>`
    SELECT recipient AS address FROM transfer WHERE chain = ${chain} AND tx_id = ${txHash}`;
  const moves = await plot.observer`
    SELECT 1 FROM payout_attempts WHERE chain = ${chain} AND sender = ANY(${to.map(({ address }) => address)}) AND state <> 'dead'`;
  return spends.length + moves.length > 0;
}

/**
 * The administrator has looked, and resumes the chain before a block comes: the deposit is in the next one, and must lie
 * as deep as before until it counts again.
 */
async function resumeAtOnce(world: World, chain: SimnetChainId): Promise<void> {
  const cursor = (await loadCursors(world.plot.admin)).get(chain);
  if (cursor?.status !== "halted") return;
  world.reached.add("chain_halted");
  world.tell("Sotto", chain, `the administrator resumes ${chain} at once`);
  await resumeChain(world.plot.admin, chain);
  for (let block = 0; block < BLOCKS_SEEN; block++) {
    await runTasks(world, `chain:${chain}`);
    await runTasks(world, `chain:${chain}`);
    await witness(world);
    await world.simnet.mine({ asset: NATIVE_ASSET[chain], blocks: 1 });
  }
}

/** How many blocks have to go for a transaction to be in none; null for one that is in none. */
async function depthOf(world: World, chain: SimnetChainId, txHash: string): Promise<number | null> {
  const [row] = await world.plot.simnet<{ depth: number | null }[]>`
    SELECT (c.height - t.height + 1)::int AS depth FROM transaction t JOIN chain c ON c.id = t.chain
    WHERE t.chain = ${chain} AND t.tx_id = ${txHash}`;
  return row?.depth ?? null;
}
