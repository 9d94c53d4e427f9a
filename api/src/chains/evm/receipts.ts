import { getAddress, isAddress } from "viem";
import { assert } from "../../core/assert";
import { type AccountSnapshot, type AccountState, type BlockRef, ChainUnavailable } from "../chain";
import type { RpcCall } from "../rpc";
import { blockHeader, type EvmNode, quantity, quantityOf, smallQuantity } from "./node";

const ADDRESSES_MAX = 4_000;

/**
 * Reads native balance and nonce of many addresses in the latest block and in the block at `finalHeight`, in batches.
 * Throws ChainUnavailable when the chain was reorganised meanwhile: figures of two branches are never mixed.
 */
export async function readAccounts(
  node: EvmNode,
  { addresses, finalHeight }: { addresses: readonly string[]; finalHeight: number },
): Promise<AccountSnapshot> {
  assert(addresses.length <= ADDRESSES_MAX, "too many addresses at once", { count: addresses.length });
  assert(
    addresses.every((address) => isAddress(address)),
    "not an address",
  );
  const wanted = [...new Set(addresses.map((address) => getAddress(address)))];
  const { latest, final } = await endsOf(node, finalHeight);
  const heights = [quantityOf(latest.height), quantityOf(final.height)];
  const calls = wanted.flatMap((address): RpcCall[] =>
    heights.flatMap((height) => [
      { method: "eth_getBalance", params: [address, height] },
      { method: "eth_getTransactionCount", params: [address, height] },
    ]),
  );
  const answers = await node.readBatch(calls);
  // By number rather than by hash (EIP-1898), which not every provider knows: so the hashes are compared afterwards.
  const after = await endsOf(node, final.height, latest.height);
  if (after.latest.hash !== latest.hash || after.final.hash !== final.hash) {
    throw new ChainUnavailable(node.chain, "the chain was reorganised while it was read");
  }
  const stateAt = (index: number): AccountState => ({
    balanceUnits: node.parse(answers[index], quantity),
    nonce: node.parse(answers[index + 1], smallQuantity),
  });
  const accounts = new Map(
    wanted.map((address, n) => [address, { latest: stateAt(4 * n), final: stateAt(4 * n + 2) }] as const),
  );
  return { latest, final, accounts };
}

async function endsOf(
  node: EvmNode,
  finalHeight: number,
  latestHeight?: number,
): Promise<{ latest: BlockRef; final: BlockRef }> {
  const [latest, final] = await node.readBatch([
    {
      method: "eth_getBlockByNumber",
      params: [latestHeight === undefined ? "latest" : quantityOf(latestHeight), false],
    },
    { method: "eth_getBlockByNumber", params: [quantityOf(finalHeight), false] },
  ]);
  const ends = { latest: node.parse(latest, blockHeader).ref, final: node.parse(final, blockHeader).ref };
  if (ends.final.height > ends.latest.height)
    throw new ChainUnavailable(node.chain, "final block above the tip");
  return ends;
}
