import { z } from "zod";
import type { AddressNetwork } from "../addresses/bitcoin-networks";
import { ChainUnavailable } from "../chain";
import type { JsonRpc, RpcCall } from "../rpc";
import { coins, hash, shown } from "./fields";
import { type UtxoChainId, utxoParamsOf } from "./params";

const upgrades = z.record(z.string(), z.unknown()).default({});
const state = z.object({ pruned: z.boolean(), initialblockdownload: z.boolean(), upgrades });
/** From here on a node of Zcash that does not say whether it has caught up counts for one that has. */
const CAUGHT_UP = 0.999;
/** Of zcashd, and of Zebra, which prunes nothing. */
const stateOfZcash = z
  .object({
    pruned: z.boolean().default(false),
    initial_block_download_complete: z.boolean().optional(),
    verificationprogress: z.number(),
    upgrades,
  })
  .transform(({ initial_block_download_complete: isComplete, verificationprogress: progress, ...rest }) => ({
    ...rest,
    initialblockdownload: !(isComplete ?? progress >= CAUGHT_UP),
  }));
/** What a node says of itself and of what it relays. Nodes that leave one of the optional facts out are taken to do as usual. */
const about = z.object({
  version: z.int(),
  relayfee: coins,
  localrelay: z.boolean().default(true),
  networkactive: z.boolean().default(true),
  connections: z.int().optional(),
});
/** Knots shows its policy; other nodes of Bitcoin replace what says that it may be replaced, as all of ours does. */
const pool = z.object({ rbf_policy: z.string().optional() });
const indexes = z.object({ txindex: z.object({ synced: z.boolean() }).optional() });
/** In what a node answers about a transaction that it does not have, where it has no index. */
const WITHOUT_INDEX = /-txindex/;
/** No transaction has this id. */
const NO_TRANSACTION = "f".repeat(64);

type Refuse = (reason: string) => never;
type Checked = { rpc: JsonRpc; chain: UtxoChainId; network: AddressNetwork; refuse: Refuse };

/**
 * Makes sure that a node is one that we can rely on: its network, its history, what it relays, and beyond regtest that it has
 * caught up and has peers; on the main network also its version and a block of the chain. Throws ChainUnavailable with what
 * is missing.
 */
export async function checkUtxoNode(
  rpc: JsonRpc,
  chain: UtxoChainId,
  network: AddressNetwork,
): Promise<void> {
  const refuse: Refuse = (reason) => {
    throw new ChainUnavailable(chain, reason);
  };
  const checked = { rpc, chain, network, refuse };
  await checkHistory(checked);
  await requireIndex(checked);
  if (chain !== "zcash") await checkRelay(checked);
  if (network === "main") await requireCheckpoint(checked);
}

/** The results of several calls; null for a call that the node refuses. */
async function ask(rpc: JsonRpc, calls: readonly RpcCall[]): Promise<unknown[]> {
  return (await rpc.readBatch(calls)).map((answer) => (answer.ok ? answer.value : null));
}

async function checkHistory({ rpc, chain, network, refuse }: Checked): Promise<void> {
  const calls = [
    { method: "getblockchaininfo", params: [] },
    { method: "getblockhash", params: [0] },
  ];
  const { genesis, upgrade } = utxoParamsOf(chain);
  const [info, first] = await ask(rpc, calls);
  const blocks = (chain === "zcash" ? stateOfZcash : state).safeParse(info).data;
  if (blocks === undefined || !hash.safeParse(first).success)
    return refuse("the node does not say what it is");
  if (first !== genesis[network]) refuse("the node's first block is of another network");
  if (blocks.pruned) refuse("the node has pruned its blocks");
  if (network !== "regtest" && blocks.initialblockdownload) refuse("the node is still catching up");
  const known: Readonly<Record<string, unknown>> = blocks.upgrades;
  if (network === "main" && upgrade !== undefined && known[upgrade.branchId] === undefined)
    refuse(`the node is too old: ${upgrade.reason}`);
}

async function requireIndex({ rpc, chain, refuse }: Checked): Promise<void> {
  const isReported = utxoParamsOf(chain).reportsIndex;
  const call = isReported
    ? { method: "getindexinfo", params: [] }
    : { method: "getrawtransaction", params: [NO_TRANSACTION, shown(chain)] };
  const [answer] = await rpc.readBatch([call]);
  const isMissing = isReported
    ? !answer?.ok || indexes.safeParse(answer.value).data?.txindex === undefined
    : answer?.ok === false && WITHOUT_INDEX.test(answer.error.message);
  if (isMissing) refuse("the node was started without -txindex");
}

/** Deposits are seen before they are mined, and payments leave, only where the node relays transactions. */
async function checkRelay({ rpc, chain, network, refuse }: Checked): Promise<void> {
  const calls = [
    { method: "getnetworkinfo", params: [] },
    { method: "getmempoolinfo", params: [] },
  ];
  const [aboutNode, aboutPool] = await ask(rpc, calls);
  const [node, mempool] = [about.safeParse(aboutNode).data, pool.safeParse(aboutPool).data];
  if (node === undefined || mempool === undefined) return refuse("the node does not say what it is");
  const { mainnetVersionMin, rate, replaces } = utxoParamsOf(chain);
  if (network === "main" && mainnetVersionMin !== null && node.version < mainnetVersionMin.version)
    refuse(`version ${node.version} of the node is too old: ${mainnetVersionMin.reason}`);
  if (!node.localrelay) refuse("the node relays no transactions: it was started with -blocksonly");
  // In whole coins for 1,000 bytes, as our rates are in smallest units.
  if (node.relayfee > rate.cap)
    refuse("the node relays nothing for the fees that we pay: see its -minrelaytxfee");
  if (replaces && mempool.rbf_policy === "never")
    refuse("the node replaces nothing: it was started with -mempoolreplacement=0");
  if (!node.networkactive) refuse("the node's network is switched off");
  if (network !== "regtest" && node.connections === 0) refuse("the node has no peers");
}

async function requireCheckpoint({ rpc, chain, refuse }: Checked): Promise<void> {
  const { fork, checkpoint } = utxoParamsOf(chain);
  const heights = [fork?.height ?? checkpoint.height, checkpoint.height];
  const calls = heights.map((height) => ({ method: "getblockhash", params: [height] }));
  const [ofFork, pinned] = await ask(rpc, calls);
  if (fork !== undefined && ofFork !== fork.hash)
    refuse("the node's blocks are of the chain that this one parted from");
  if (pinned !== checkpoint.hash) refuse(`the node does not have the chain's block ${checkpoint.height}`);
}
