import { encodeFunctionData, getAddress, type Hex, parseAbi } from "viem";
import { createEvmChain, type EvmChainOptions } from "../../src/chains/evm/chain";
import type { EvmChainId } from "../../src/chains/evm/evm-chain-id";
import { evmOf } from "../../src/chains/known";
import { type AssetCode, NATIVE_ASSET } from "../../src/core/assets";
import type { OddToken, OutsidePayment, Traps, TwoNodes, UntrustedNode } from "../conformance/trap-harness";
import { type Anvil, type DeployedTokens, OUTSIDE, payFromContract } from "./anvil";
import { type LyingNode, startLyingNode } from "./proxy";

type Parts = {
  anvil: Anvil;
  tokens: DeployedTokens;
  id: EvmChainId;
  chainId: number;
  /** What the suite pays with. */
  token: AssetCode;
  contracts: Partial<Record<AssetCode, Hex>>;
};

/** The traps of deposits on an EVM chain, on anvil. */
export function evmTraps(parts: Parts): Traps {
  const { anvil, tokens, id, token, contracts } = parts;
  return {
    payMany: (payments) => spread(parts, payments),
    payNothing: ({ address, asset }) =>
      asset === NATIVE_ASSET[id]
        ? anvil.pay({ to: address, units: 0n })
        : tokens.transfer({ token: contractOf(contracts, asset), address, units: 0n }),
    async payFakeToken({ address, units }) {
      const twin = await anvil.deploy("Token");
      await tokens.mint({ token: twin, address: OUTSIDE, units });
      return tokens.transfer({ token: twin, address, units });
    },
    openOddToken: () => openOddToken(parts),
    async payAndFail(payment) {
      const refusing = contractOf(contracts, token);
      await tokens.setBlackListed({ token: refusing, address: REFUSED, on: true });
      return spread(parts, [payment, { ...payment, address: REFUSED }]);
    },
    payFromContract: (payment) => payFromContract(anvil, payment),
    mineOnly: "anvil forgets what a reorg takes, and is sent it again",
    reward: "what a miner earns can be spent at once",
    async goBack(blocks) {
      await anvil.rpc("anvil_rollback", [blocks]);
    },
    openOtherNetwork: () => openUntrusted(parts, "the node's first block is of another network"),
    openTooOld: () =>
      openUntrusted(parts, `the node's ${TOO_OLD[id].split("/")[0]}`, {
        version: TOO_OLD[id],
        ...pinnedOf(id),
      }),
    openOffCheckpoint:
      mainnetOf(id)?.checkpoint === undefined
        ? "no later block than the first is pinned on this chain"
        : () => {
            const { genesis, checkpoint } = pinnedOf(id);
            const height = checkpoint?.height ?? 0;
            return openUntrusted(parts, `the node has another block ${height}`, {
              genesis,
              checkpoint: { height, hash: OTHER_HASH },
            });
          },
    openTwoNodes: () => openTwoNodes(parts),
  };
}

/** Nothing can be sent to it that can be blacklisted. */
const REFUSED = getAddress(`0x${"bad0".repeat(10)}`);
const OTHER_HASH = `0x${"ab".repeat(32)}`;
const TOO_OLD: Readonly<Record<EvmChainId, string>> = {
  ethereum: "Geth/v1.16.8-stable/linux-amd64/go1.24",
  bsc: "Geth/v1.8.1-stable/linux-amd64/go1.24",
  polygon: "bor/v2.8.9/linux-amd64/go1.24",
};

function contractOf(contracts: Parts["contracts"], asset: AssetCode): Hex {
  const contract = contracts[asset];
  if (!contract) throw new Error(`no contract of ${asset}`);
  return contract;
}

const SPREAD = parseAbi(["function spread(address[] tokens, address[] to, uint256[] units)"]);

/** Transfers of tokens by a contract, in one transaction. */
async function spread({ anvil, tokens, contracts }: Parts, payments: readonly OutsidePayment[]) {
  const spreader = await anvil.deploy("Spreader");
  for (const { asset, units } of payments)
    await tokens.transfer({ token: contractOf(contracts, asset), address: spreader, units });
  await anvil.mine(1);
  const args = [
    payments.map(({ asset }) => contractOf(contracts, asset)),
    payments.map(({ address }) => getAddress(address)),
    payments.map(({ units }) => units),
  ] as const;
  return anvil.call({
    to: spreader,
    data: encodeFunctionData({ abi: SPREAD, functionName: "spread", args }),
  });
}

const ODD = parseAbi([
  "function mint(address to, uint256 units)",
  "function setFee(uint256 units, bool logsSent)",
  "function rebase(uint256 to)",
]);

async function openOddToken({ anvil, tokens, id, chainId, token: asset }: Parts): Promise<OddToken> {
  const token = await anvil.deploy("OddToken");
  const call = async (data: Hex): Promise<void> => {
    await anvil.call({ to: token, data });
  };
  await call(encodeFunctionData({ abi: ODD, functionName: "mint", args: [OUTSIDE, 10n ** 9n] }));
  await anvil.mine(1);
  return {
    chain: createEvmChain({
      ...{ id, chainId, tokens: { [asset]: token }, rpcUrls: [anvil.url], timeoutMs: 5_000 },
    }),
    asset,
    pay: ({ address, units }) => tokens.transfer({ token, address, units }),
    keepFee: ({ units, logs }) =>
      call(encodeFunctionData({ abi: ODD, functionName: "setFee", args: [units, logs === "what was sent"] })),
    rebase: (percent) => call(encodeFunctionData({ abi: ODD, functionName: "rebase", args: [percent] })),
  };
}

const mainnetOf = (id: EvmChainId): EvmChainOptions["mainnet"] =>
  evmOf({ network: "mainnet", contracts: {}, evmChains: [], utxoChains: [], hasMonero: false }, id).mainnet;

function pinnedOf(id: EvmChainId): NonNullable<EvmChainOptions["mainnet"]> {
  const mainnet = mainnetOf(id);
  if (mainnet === undefined) throw new Error("a chain without pinned blocks");
  return mainnet;
}

/** The adapter of the main network on a node that says this of itself and of its blocks, and otherwise what anvil does. */
async function openUntrusted(
  { anvil, id, chainId }: Parts,
  reason: string,
  says: { version?: string; genesis?: string; checkpoint?: { height: number; hash: string } } = {},
): Promise<UntrustedNode> {
  const proxy = await startLyingNode(anvil.url);
  const blocks = [{ height: 0, hash: says.genesis }, says.checkpoint];
  proxy.tamper = ({ method, params }, answer) => {
    if (method === "web3_clientVersion" && says.version) return { id: answer.id, result: says.version };
    const block = blocks.find((one) => one && params[0] === `0x${one.height.toString(16)}`);
    if (method !== "eth_getBlockByNumber" || !block?.hash) return answer;
    return { id: answer.id, result: { ...(answer.result as object), hash: block.hash } };
  };
  const mainnet = mainnetOf(id);
  const chain = createEvmChain({
    ...{ id, chainId, mainnet, tokens: {}, rpcUrls: [proxy.url], timeoutMs: 5_000 },
  });
  return { chain, reason, close: proxy.close };
}

type Shown = { number: string; hash: string };

async function openTwoNodes({ anvil, id, chainId, contracts }: Parts): Promise<TwoNodes> {
  const proxy = await startLyingNode(anvil.url);
  const open = (...rpcUrls: string[]) =>
    createEvmChain({ id, chainId, tokens: contracts, rpcUrls, timeoutMs: 5_000 });
  return {
    honestFirst: open(anvil.url, proxy.url),
    lyingFirst: open(proxy.url, anvil.url),
    async lieFrom(height) {
      proxy.tamper = height === null ? (_call, answer) => answer : otherBlocksFrom(height);
    },
    close: proxy.close,
  };
}

/** Blocks with other hashes, and with what the chain's own have, but for logs. */
function otherBlocksFrom(height: number): LyingNode["tamper"] {
  const shown = new Map<string, Shown>();
  return ({ method, params }, answer) => {
    const asked = String((params[0] as { blockHash?: string } | null)?.blockHash ?? params[0]);
    if (method === "eth_getLogs" && shown.has(asked)) return { id: answer.id, result: [] };
    if (method === "eth_getBlockByHash" && shown.has(asked))
      return { id: answer.id, result: { ...shown.get(asked), transactions: [] } };
    const block = answer.result as Shown | null;
    if (method !== "eth_getBlockByNumber" || !block || Number(block.number) < height) return answer;
    const other = { ...block, hash: `0x${"ab".repeat(30)}${block.hash.slice(-4)}` };
    shown.set(other.hash, other);
    return { id: answer.id, result: other };
  };
}
