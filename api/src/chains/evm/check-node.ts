import { z } from "zod";
import type { ChainId } from "../../core/assets";
import type { Result } from "../../core/result";
import { ChainUnavailable } from "../chain";
import type { JsonRpc, RpcError } from "../rpc";
import { whyTooOld } from "./client-version";
import { hash32, quantityOf, smallQuantity } from "./fields";

/** What a node of a chain's main network has to have. */
export type EvmMainnet = {
  /** The hash of the first block. */
  genesis: string;
  /** A later block, where we know one for certain. */
  checkpoint?: { height: number; hash: string };
};

type Asked = {
  chain: ChainId;
  /** EIP-155. */
  chainId: number;
  mainnet: EvmMainnet | undefined;
};
type Answer = Result<unknown, RpcError> | undefined;

/** A node that is so many blocks behind what it knows of has not caught up; one or two behind is usual. */
const BEHIND_MAX = 64;
const block = z.object({ hash: hash32 });
const syncing = z.object({ currentBlock: smallQuantity, highestBlock: smallQuantity });

/**
 * Makes sure that a node is one that we can rely on: the chain's number, that it has caught up, and on the main network its
 * version and the chain's blocks. Throws ChainUnavailable with what is missing.
 */
export async function checkEvmNode(rpc: JsonRpc, { chain, chainId, mainnet }: Asked): Promise<void> {
  const refuse = (reason: string): never => {
    throw new ChainUnavailable(chain, reason);
  };
  const pinned = mainnet === undefined ? [] : [{ height: 0, hash: mainnet.genesis }];
  if (mainnet?.checkpoint !== undefined) pinned.push(mainnet.checkpoint);
  const [number, progress, version, ...blocks] = await rpc.readBatch([
    { method: "eth_chainId", params: [] },
    { method: "eth_syncing", params: [] },
    { method: "web3_clientVersion", params: [] },
    ...pinned.map(({ height }) => ({ method: "eth_getBlockByNumber", params: [quantityOf(height), false] })),
  ]);
  const actual = number?.ok ? smallQuantity.safeParse(number.value).data : undefined;
  if (actual !== chainId) refuse(`the node is on chain id ${actual ?? "unknown"}, not ${chainId}`);
  if (isBehind(progress)) refuse("the node is still catching up");
  for (const [at, { height, hash }] of pinned.entries()) {
    const answer = blocks[at];
    const found = answer?.ok ? block.safeParse(answer.value).data : undefined;
    // One that has pruned its old blocks does not say.
    if (found === undefined || found.hash === hash) continue;
    refuse(
      height === 0 ? "the node's first block is of another network" : `the node has another block ${height}`,
    );
  }
  const tooOld = mainnet && version?.ok ? whyTooOld(chain, String(version.value)) : null;
  if (tooOld !== null) refuse(`the node's ${tooOld}`);
}

/** A node that does not know the method, or answers in a form of its own, is taken at its blocks. */
function isBehind(progress: Answer): boolean {
  const found = progress?.ok ? syncing.safeParse(progress.value).data : undefined;
  return found !== undefined && found.highestBlock - found.currentBlock > BEHIND_MAX;
}
