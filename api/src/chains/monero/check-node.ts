import { z } from "zod";
import type { AddressNetwork } from "../addresses/bitcoin-networks";
import { ChainUnavailable } from "../chain";
import { RpcError } from "../rpc";
import type { MoneroRpc } from "./rpc";

/** Of a node that has thrown old signatures away, and with them what the ids of transactions are made of. */
export const PRUNED = "the node has pruned its transactions: it was started with --prune-blockchain";

const NETTYPE: Readonly<Record<AddressNetwork, string>> = {
  main: "mainnet",
  test: "testnet",
  regtest: "fakechain",
};
/** The oldest release that mainnet is run with. */
const VERSION_MIN = [0, 18, 5, 1] as const;
/** What monero-wallet-rpc 0.18.5.3 says of its interface, the oldest that Sotto has run with: 1.32. */
const WALLET_VERSION_MIN = (1n << 16n) | 32n;
/** From the checkpoints in the sources of monerod. */
const CHECKPOINT = {
  height: 3_451_000,
  hash: "0cbc912e06e1adae11f6c9cb675d3159d225b4b04d4a6c61defe50ae1816dd60",
};
/**
 * Where a pruned node keeps signatures: in one of eight stripes of 4,096 blocks each. No node keeps both of these, in
 * neighbouring stripes, but for one that has pruned nothing.
 */
const OLD_HEIGHTS = [2_600_960, 2_605_056] as const;
/** Of that many blocks in a row, one has a transaction. */
const OLD_BLOCKS_MAX = 10;

const status = z.literal("OK");
const count = z.bigint().default(0n);
/** A regtest node has the first block of the main network: only its own word shows which one it is on. */
const info = z.object({
  status,
  nettype: z.string(),
  synchronized: z.boolean(),
  untrusted: z.boolean(),
  restricted: z.boolean().default(false),
  version: z.string().default(""),
  incoming_connections_count: count,
  outgoing_connections_count: count,
});
const pinned = z.object({ status, block_header: z.object({ hash: z.string() }) });
const block = z.object({ status, tx_hashes: z.array(z.string()).default([]) });
const found = z.object({ status, txs: z.array(z.object({ as_hex: z.string() })).default([]) });

const refuse = (reason: string): never => {
  throw new ChainUnavailable("monero", reason);
};

/**
 * Makes sure that monerod is one that we can rely on: our network, the operator's own with all its methods, and beyond
 * regtest that it has caught up and has peers; on the main network also its version, a block of the chain, and that it has
 * pruned nothing. Throws ChainUnavailable with what is missing.
 */
export async function checkMoneroNode(rpc: MoneroRpc, network: AddressNetwork): Promise<void> {
  const node = await rpc.call("get_info", {}, info);
  if (node.nettype !== NETTYPE[network]) refuse("the node is on another network");
  if (node.untrusted) refuse("the node asks another one for its blocks");
  if (node.restricted) refuse("the node refuses methods that we need: it was started with --restricted-rpc");
  if (network === "regtest") return;
  if (!node.synchronized) refuse("the node is still catching up");
  if (node.incoming_connections_count + node.outgoing_connections_count === 0n)
    refuse("the node has no peers");
  if (network !== "main") return;
  if (isOlder(node.version)) refuse(`version ${node.version.slice(0, 20)} of the node is too old`);
  await requireCheckpoint(rpc);
  for (const height of OLD_HEIGHTS) await requireWhole(rpc, height);
}

/** Throws ChainUnavailable where a wallet program of the main network is older than what Sotto has run with. */
export async function checkMoneroWallet(rpc: MoneroRpc, network: AddressNetwork): Promise<void> {
  if (network !== "main") return;
  const { version } = await rpc.call("get_version", {}, z.object({ version: z.bigint() }));
  if (version < WALLET_VERSION_MIN) refuse("the wallet program is too old");
}

/** `0.18.5.3-release`; a version that cannot be read counts for an old one. */
function isOlder(version: string): boolean {
  const numbers = (/^(\d{1,4})\.(\d{1,4})\.(\d{1,4})\.(\d{1,4})/.exec(version) ?? []).slice(1).map(Number);
  if (numbers.length === 0) return true;
  const at = VERSION_MIN.findIndex((number, place) => number !== numbers[place]);
  return at !== -1 && (numbers[at] ?? 0) < (VERSION_MIN[at] ?? 0);
}

async function requireCheckpoint(rpc: MoneroRpc): Promise<void> {
  const { height } = CHECKPOINT;
  const missing = `the node does not have the chain's block ${height}`;
  try {
    const { block_header: header } = await rpc.call("get_block_header_by_height", { height }, pinned);
    if (header.hash !== CHECKPOINT.hash) refuse(missing);
  } catch (error) {
    if (error instanceof RpcError) refuse(missing);
    throw error;
  }
}

/** Asks for the first transaction of the blocks from a height on, with its signatures. */
async function requireWhole(rpc: MoneroRpc, from: number): Promise<void> {
  for (let height = from; height < from + OLD_BLOCKS_MAX; height += 1) {
    const { tx_hashes: txIds } = await rpc.call("get_block", { height }, block);
    if (txIds.length === 0) continue;
    const asked = { txs_hashes: txIds.slice(0, 1), prune: false };
    const { txs } = await rpc.post("/get_transactions", asked, found);
    if ((txs[0]?.as_hex ?? "") === "") refuse(PRUNED);
    return;
  }
  refuse("the node shows no transactions of old blocks");
}
