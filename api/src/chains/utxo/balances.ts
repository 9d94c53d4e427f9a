import { z } from "zod";
import type { Prefixes } from "../addresses/bitcoin-networks";
import { ChainUnavailable } from "../chain";
import { type BlockReader, countedIn, readHeader, type UtxoBlock } from "./blocks";
import { coins, hash, height } from "./fields";
import { askForTransactions, type UtxoNode } from "./node";
import { COINBASE_MATURITY, utxoParamsOf } from "./params";
import { scriptOfAddress } from "./script";
import { wireTransaction } from "./wire";

export type Balances = {
  /** Units at each address in the block at `height`, in the order asked; coins of a coinbase once they can be spent. */
  at(addresses: readonly string[], height: number): Promise<readonly bigint[]>;
};

/** What is known of an address: its units in a block. */
type Known = { units: bigint; height: number; hash: string };

/** Addresses that are kept, those asked about last. */
const KEPT_MAX = 20_000;
/** Blocks over which what is known is carried on; beyond, the set of outputs is looked through again. */
const BLOCKS_CARRIED_MAX = 144;

/** Bitcoin Cash Node says neither which block it looked through, nor leaves out what carries a token. */
const scanned = z.object({
  success: z.literal(true),
  bestblock: hash.optional(),
  unspents: z.array(
    z.object({
      txid: hash,
      vout: z.int(),
      scriptPubKey: z.string(),
      amount: coins,
      height,
      tokenData: z.unknown().optional(),
    }),
  ),
});

/**
 * Balances by the node's set of unspent outputs, which it looks through once for all addresses of a question that are new;
 * from then on they are carried from block to block.
 */
export function createBalances(node: UtxoNode, prefixes: Prefixes, blocks: BlockReader): Balances {
  const kept = new Map<string, Known>();
  return {
    async at(addresses, height) {
      const target = await blocks.at(height);
      if (target === undefined) throw new ChainUnavailable(node.chain, "the node lacks a block of ours");
      const stale: string[] = [];
      for (const address of new Set(addresses)) {
        const known = kept.get(address);
        const carried = known && (await carry(blocks, address, known, target));
        if (carried === undefined) stale.push(address);
        else keep(kept, address, carried);
      }
      for (const [address, found] of stale.length > 0 ? await scan(node, prefixes, blocks, stale) : []) {
        const carried = await carry(blocks, address, found, target);
        if (carried === undefined) throw new ChainUnavailable(node.chain, "the chain changed meanwhile");
        keep(kept, address, carried);
      }
      return addresses.map((address) => {
        const known = kept.get(address);
        if (known === undefined) throw new ChainUnavailable(node.chain, "an address was not looked at");
        return known.units;
      });
    },
  };
}

function keep(kept: Map<string, Known>, address: string, known: Known): void {
  kept.delete(address);
  kept.set(address, known);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_MAX) return;
    kept.delete(oldest);
  }
}

/** What is known of an address in one block, in another of the same branch; undefined where it is not, or is far away. */
async function carry(
  blocks: BlockReader,
  address: string,
  known: Known,
  target: UtxoBlock,
): Promise<Known | undefined> {
  const distance = Math.abs(target.height - known.height);
  if (distance > BLOCKS_CARRIED_MAX || (await blocks.at(known.height))?.hash !== known.hash) return undefined;
  const isForward = target.height > known.height;
  let units = known.units;
  for (let height = Math.min(target.height, known.height) + 1; distance > 0; height += 1) {
    if (height > Math.max(target.height, known.height)) break;
    const block = await blocks.at(height);
    if (block === undefined) return undefined;
    const change = changeOf(block, address);
    units += isForward ? change : -change;
  }
  return { units, height: target.height, hash: target.hash };
}

/** What a block adds to an address, or takes from it. */
function changeOf(block: UtxoBlock, address: string): bigint {
  let change = 0n;
  for (const { received, spent } of countedIn(block)) {
    for (const { to, units } of received) if (to === address) change += units;
    for (const { from, units, isCoins } of spent) if (isCoins && from === address) change -= units;
  }
  return change;
}

type Unspent = { txid: string; script: string; units: bigint; height: number };

/** What a node of Zcash says of addresses; see `getaddressutxos` of zcashd and Zebra. */
const addressed = z.array(
  z.object({ txid: hash, script: z.string(), satoshis: z.int().min(0).transform(BigInt), height }),
);

/** The unspent outputs of these scripts that carry coins only, and the block that was looked through, where the node names it. */
async function unspentOf(
  node: UtxoNode,
  byScript: ReadonlyMap<string, string>,
): Promise<{ bestblock?: string | undefined; unspents: readonly Unspent[] }> {
  if (node.chain === "zcash") {
    const found = await node.read("getaddressutxos", [{ addresses: [...byScript.values()] }], addressed);
    return { unspents: found.map(({ satoshis, ...output }) => ({ ...output, units: satoshis })) };
  }
  const descriptors = [...byScript.keys()].map((script) => `raw(${script})`);
  const { bestblock, unspents } = await node.read("scantxoutset", ["start", descriptors], scanned);
  const plain = unspents.filter(({ tokenData }) => tokenData === undefined);
  return {
    bestblock,
    unspents: plain.map(({ txid, scriptPubKey: script, amount: units, height: at }) => ({
      ...{ txid, script, units, height: at },
    })),
  };
}

async function scan(
  node: UtxoNode,
  prefixes: Prefixes,
  blocks: BlockReader,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Known>> {
  const byScript = new Map(addresses.map((address) => [scriptOfAddress(address, prefixes), address]));
  const before = await node.read("getbestblockhash", [], hash);
  const { bestblock, unspents } = await unspentOf(node, byScript);
  const seen = bestblock ?? (await node.read("getbestblockhash", [], hash));
  const block = await blocks.at((await readHeader(node, seen)).height);
  if (block?.hash !== seen || (bestblock === undefined && seen !== before))
    throw new ChainUnavailable(node.chain, "the chain changed while its outputs were looked through");
  const at = { height: block.height, hash: block.hash };
  const known = new Map(addresses.map((address): [string, Known] => [address, { units: 0n, ...at }]));
  const { spendsCoinbase } = utxoParamsOf(node.chain);
  const young = unspents.filter(
    (output) => !spendsCoinbase || at.height - output.height + 1 < COINBASE_MATURITY,
  );
  const locked = await coinbasesAmong(node, [...new Set(young.map(({ txid }) => txid))]);
  for (const { txid, script, units } of unspents) {
    const address = byScript.get(script);
    const entry = address === undefined ? undefined : known.get(address);
    if (entry === undefined) throw new ChainUnavailable(node.chain, "the node counts outputs of others");
    if (!locked.has(txid)) entry.units += units;
  }
  return known;
}

/** Those of these transactions that made new coins. */
async function coinbasesAmong(node: UtxoNode, txIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  await askForTransactions(node, txIds, (txId, answer) => {
    if (node.parse(answer, wireTransaction).vin[0]?.coinbase !== undefined) found.add(txId);
  });
  return found;
}
