import { getAddress, type Hex, isAddress } from "viem";
import { assert } from "../../core/assert";
import { NATIVE_ASSET } from "../../core/assets";
import {
  type AccountSnapshot,
  type AccountState,
  type BlockRef,
  ChainUnavailable,
  OldStateMissing,
} from "../chain";
import type { RpcCall } from "../rpc";
import { ofSecond, requireAlike } from "../second-node";
import {
  type Answers,
  BALANCES_PER_CALL,
  type Balances,
  pagesOf,
  type Reads,
  type ReadsAt,
} from "./balances";
import { blockHeader, quantityOf, smallQuantity } from "./fields";
import type { EvmNode } from "./node";
import { lacksState } from "./old-state";

const ADDRESSES_MAX = 4_000;

/**
 * Reads native balance and nonce of many addresses in the latest block and in the block at `finalHeight`, in batches.
 * Throws ChainUnavailable when the chain was reorganised meanwhile: figures of two branches are never mixed. Throws
 * OldStateMissing when the node has the state of the latest block only.
 */
export async function readAccounts(
  node: EvmNode,
  balances: Balances,
  { addresses, finalHeight }: { addresses: readonly string[]; finalHeight: number },
): Promise<AccountSnapshot> {
  assert(addresses.length <= ADDRESSES_MAX, "too many addresses at once", { count: addresses.length });
  assert(
    addresses.every((address) => isAddress(address)),
    "not an address",
  );
  const wanted = [...new Set(addresses.map((address) => getAddress(address)))];
  const { latest, final } = await endsOf(node, finalHeight);
  const readsAt = await balances.prepare([latest.height, final.height]);
  const atLatest = stateReads(node, readsAt, wanted, latest.height);
  const atFinal = stateReads(node, readsAt, wanted, final.height);
  const answers = await node.readBatch([...atLatest.calls, ...atFinal.calls]);
  // By number rather than by hash (EIP-1898), which not every provider knows: so the hashes are compared afterwards.
  const after = await endsOf(node, final.height, latest.height);
  if (after.latest.hash !== latest.hash || after.final.hash !== final.hash) {
    throw new ChainUnavailable(node.chain, "the chain was reorganised while it was read");
  }
  const latestStates = atLatest.parse(answers.slice(0, atLatest.calls.length));
  const ofFinal = answers.slice(atLatest.calls.length);
  if (ofFinal.some(lacksState)) throw new OldStateMissing(node.chain, final.height);
  const finalStates = atFinal.parse(ofFinal);
  const accounts = new Map<string, { latest: AccountState; final: AccountState }>();
  for (const [n, address] of wanted.entries()) {
    const [atTip, deep] = [latestStates[n], finalStates[n]];
    assert(atTip && deep, "an address without its states");
    accounts.set(address, { latest: atTip, final: deep });
  }
  return { latest, final, accounts };
}

/**
 * Asks another node for the same states in the final block. Throws ChainUnavailable where it has another block there, or other
 * states in it, and OldStateMissing where it does not have them.
 */
export async function requireFinal(
  node: EvmNode,
  balances: Balances,
  { final, accounts }: AccountSnapshot,
): Promise<void> {
  const { height } = final;
  const found = await ofSecond(node.chain, async () => {
    const [header] = await node.readBatch([
      { method: "eth_getBlockByNumber", params: [quantityOf(height), false] },
    ]);
    return node.parse(header, blockHeader).ref.hash;
  });
  requireAlike(node.chain, `block ${height}`, [final.hash, found]);
  const states = await ofSecond(node.chain, () => readStates(node, balances, height, [...accounts.keys()]));
  if (states === null) throw new OldStateMissing(node.chain, height);
  const claimed = [...accounts.values()].map((account) => account.final);
  requireAlike(node.chain, `balances in block ${height}`, [claimed, states]);
}

/** Null where the node does not have the states of that block. */
async function readStates(
  node: EvmNode,
  balances: Balances,
  height: number,
  addresses: readonly string[],
): Promise<AccountState[] | null> {
  const wanted = addresses.filter((address) => isAddress(address));
  const reads = stateReads(node, await balances.prepare([height]), wanted, height);
  const answers = await node.readBatch(reads.calls);
  return answers.some(lacksState) ? null : reads.parse(answers);
}

/** What reads the states of addresses in the block at a height, in their order. */
function stateReads(
  node: EvmNode,
  readsAt: ReadsAt,
  addresses: readonly Hex[],
  height: number,
): Reads<AccountState[]> {
  const asset = NATIVE_ASSET[node.chain];
  // Each call for many balances is followed by the nonces of their addresses: a full page fills several batches.
  const pages = pagesOf(addresses, BALANCES_PER_CALL).map((page) =>
    withNonces(node, readsAt(height, { addresses: page, asset }), page, quantityOf(height)),
  );
  return inTurn(pages);
}

/** Adds the nonces, which a contract cannot read. */
function withNonces(
  node: EvmNode,
  balances: Reads<readonly bigint[]>,
  addresses: readonly Hex[],
  at: Hex,
): Reads<AccountState[]> {
  const nonces = addresses.map(
    (address): RpcCall => ({ method: "eth_getTransactionCount", params: [address, at] }),
  );
  const count = balances.calls.length;
  return {
    calls: [...balances.calls, ...nonces],
    parse(answers) {
      const units = balances.parse(answers.slice(0, count));
      return units.map((balanceUnits, n) => ({
        balanceUnits,
        nonce: node.parse(answers[count + n], smallQuantity),
      }));
    },
  };
}

/** Several reads as one. */
function inTurn<Value>(reads: readonly Reads<Value[]>[]): Reads<Value[]> {
  return {
    calls: reads.flatMap(({ calls }) => calls),
    parse(answers: Answers) {
      let from = 0;
      return reads.flatMap(({ calls, parse }) => {
        const own = answers.slice(from, from + calls.length);
        from += calls.length;
        return parse(own);
      });
    },
  };
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
