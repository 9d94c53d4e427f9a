import { prefixesOf } from "../../src/chains/addresses/bitcoin-networks";
import { createUtxoChain } from "../../src/chains/utxo/chain";
import { COINBASE_MATURITY, type UtxoChainId, utxoParamsOf } from "../../src/chains/utxo/params";
import { scriptOfAddress } from "../../src/chains/utxo/script";
import {
  type Traps,
  type TwoNodes,
  type UntrustedNode,
  WITHOUT_CONTRACTS,
} from "../conformance/trap-harness";
import { type LyingNode, startLyingNode } from "../evm/proxy";
import { asMainnet } from "./as-mainnet";
import type { BcashNode } from "./bcash";
import type { TestNode } from "./node";

/** The traps of deposits on a chain like Bitcoin. */
export function utxoTraps(id: UtxoChainId, node: TestNode): Traps {
  const { checkpoint, mainnetVersionMin, spendsCoinbase } = utxoParamsOf(id);
  const older = mainnetVersionMin && { version: mainnetVersionMin.version - 1 };
  return {
    payTiny: node.mineTiny,
    payNothing: ({ address }) => node.mineTiny({ address, units: 0n }),
    ...WITHOUT_CONTRACTS,
    mineOnly: node.mineOnly,
    reward: {
      mineTo: ({ address }) => node.mineTo(address),
      lockedBlocks: COINBASE_MATURITY - 1,
      isCounted: spendsCoinbase,
    },
    goBack: node.goBack,
    openOtherNetwork: () =>
      openUntrusted(id, node, { facts: { blocks: { 0: OTHER_HASH } }, reason: "first block is of another" }),
    openTooOld: () =>
      openUntrusted(id, node, { facts: older ?? { upgrades: OLDER_UPGRADES }, reason: "is too old" }),
    openOffCheckpoint: () =>
      openUntrusted(id, node, {
        facts: { blocks: { [checkpoint.height]: OTHER_HASH } },
        reason: `does not have the chain's block ${checkpoint.height}`,
      }),
    openTwoNodes: () => openTwoNodes(id, node),
  };
}

const OTHER_HASH = "00".repeat(32);
/** NU6 of Zcash, and nothing later. */
const OLDER_UPGRADES = { c8e71055: { status: "active" } };

/** Coins with a CashToken to an address of Bitcoin Cash. */
export const cashTokens =
  (node: BcashNode): Exclude<Traps["payFakeToken"], string> =>
  ({ address, units }) => {
    const plain = scriptOfAddress(address, prefixesOf("bitcoincash", "regtest"));
    return node.payScript({ script: `ef${"ab".repeat(32)}1001${plain}`, units });
  };

/** A proxy in front of a node, with its user name and password. */
async function proxied(node: TestNode): Promise<{ proxy: LyingNode; url: string }> {
  const proxy = await startLyingNode(node.url);
  const url = new URL(node.url);
  url.port = new URL(proxy.url).port;
  return { proxy, url: url.href };
}

/** The adapter of the main network on a node that is all that it asks for, but for these facts. */
async function openUntrusted(
  id: UtxoChainId,
  node: TestNode,
  { facts, reason }: { facts: Parameters<typeof asMainnet>[1]; reason: string },
): Promise<UntrustedNode> {
  const { proxy, url } = await proxied(node);
  proxy.tamper = asMainnet(id, facts);
  const chain = createUtxoChain({ id, network: "main", rpcUrls: [url], timeoutMs: 10_000 });
  return { chain, reason, close: proxy.close };
}

async function openTwoNodes(id: UtxoChainId, node: TestNode): Promise<TwoNodes> {
  const { proxy, url } = await proxied(node);
  const open = (...rpcUrls: string[]) =>
    createUtxoChain({ id, network: "regtest", rpcUrls, timeoutMs: 10_000 });
  return {
    honestFirst: open(node.url, url),
    lyingFirst: open(url, node.url),
    async lieFrom(height) {
      proxy.tamper = height === null ? (_call, answer) => answer : await otherBlocksFrom(node, height);
    },
    close: proxy.close,
  };
}

const VERBOSITIES = [0, 1, 2, 3];

/** Blocks with other hashes, and with all that the chain's own have. */
async function otherBlocksFrom(node: TestNode, first: number): Promise<LyingNode["tamper"]> {
  const named = new Map<number, string>();
  const shown = new Map<string, unknown>();
  for (let height = first; height <= (await node.height()); height += 1) {
    const hash = String(await node.rpc("getblockhash", [height]));
    const other = `${"ab".repeat(28)}${hash.slice(-8)}`;
    const renamed = (answer: unknown) => (typeof answer === "object" ? { ...answer, hash: other } : answer);
    named.set(height, other);
    shown.set(`getblockheader ${other} true`, renamed(await node.rpc("getblockheader", [hash, true])));
    for (const verbosity of VERBOSITIES)
      shown.set(`getblock ${other} ${verbosity}`, renamed(await node.rpc("getblock", [hash, verbosity])));
  }
  const tip = [...named.values()].at(-1);
  return ({ method, params }, answer) => {
    const saying = (result: unknown) => ({ id: answer.id, result });
    const known = shown.get([method, ...params].join(" "));
    if (known !== undefined) return saying(known);
    const other = method === "getblockhash" ? named.get(Number(params[0])) : undefined;
    if (other !== undefined) return saying(other);
    if (method === "getbestblockhash") return saying(tip);
    if (method === "getblockchaininfo") return saying({ ...(answer.result as object), bestblockhash: tip });
    return answer;
  };
}
