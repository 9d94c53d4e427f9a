import { getAddress, isAddress } from "viem";
import { assert } from "../../core/assert";
import type { Result } from "../../core/result";
import {
  type AccountSnapshot,
  type AccountState,
  type BlockRef,
  ChainUnavailable,
  OldStateMissing,
} from "../chain";
import type { RpcCall, RpcError } from "../rpc";
import { blockHeader, type EvmNode, quantity, quantityOf, smallQuantity } from "./node";
import { lacksState } from "./old-state";

const ADDRESSES_MAX = 4_000;

/**
 * Reads native balance and nonce of many addresses in the latest block and in the block at `finalHeight`, in batches.
 * Throws ChainUnavailable when the chain was reorganised meanwhile: figures of two branches are never mixed. Throws
 * OldStateMissing when the node has the state of the latest block only.
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
  const calls = [latest, final].flatMap(({ height }) => stateCalls(wanted, height));
  const answers = await node.readBatch(calls);
  // By number rather than by hash (EIP-1898), which not every provider knows: so the hashes are compared afterwards.
  const after = await endsOf(node, final.height, latest.height);
  if (after.latest.hash !== latest.hash || after.final.hash !== final.hash) {
    throw new ChainUnavailable(node.chain, "the chain was reorganised while it was read");
  }
  const atLatest = statesOf(node, answers.slice(0, calls.length / 2));
  const ofFinal = answers.slice(calls.length / 2);
  if (ofFinal.some(lacksState)) throw new OldStateMissing(node.chain, final.height);
  const atFinal = statesOf(node, ofFinal);
  const accounts = new Map<string, { latest: AccountState; final: AccountState }>();
  for (const [n, address] of wanted.entries()) {
    const [latestState, finalState] = [atLatest[n], atFinal[n]];
    assert(latestState && finalState, "an address without its states");
    accounts.set(address, { latest: latestState, final: finalState });
  }
  return { latest, final, accounts };
}

const stateCalls = (addresses: readonly string[], height: number): RpcCall[] =>
  addresses.flatMap((address) => [
    { method: "eth_getBalance", params: [address, quantityOf(height)] },
    { method: "eth_getTransactionCount", params: [address, quantityOf(height)] },
  ]);

type Answers = readonly Result<unknown, RpcError>[];

/** The answers to `stateCalls`. */
const statesOf = (node: EvmNode, answers: Answers): AccountState[] =>
  Array.from({ length: answers.length / 2 }, (_, n) => ({
    balanceUnits: node.parse(answers[2 * n], quantity),
    nonce: node.parse(answers[2 * n + 1], smallQuantity),
  }));

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
