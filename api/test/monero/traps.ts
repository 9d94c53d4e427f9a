import { z } from "zod";
import type { Chain } from "../../src/chains/chain";
import {
  type Traps,
  type TwoNodes,
  type UntrustedNode,
  WITHOUT_CONTRACTS,
} from "../conformance/trap-harness";
import { mineRewardTo } from "./block-reward";
import type { MoneroTestNode } from "./node";
import { type LyingMonerod, startLyingMonerod } from "./proxy";

type Parts = {
  node: MoneroTestNode;
  chain: Chain;
  /** Another adapter of the same keys on other nodes, of a network. */
  openAt(rpcUrls: readonly string[], network: "regtest" | "main"): Chain;
};

/** Blocks above a reward before it can be spent (CRYPTONOTE_MINED_MONEY_UNLOCK_WINDOW). */
const REWARD_LOCKED_BLOCKS = 60;
const CHECKPOINT_HEIGHT = 3_451_000;
const HIDDEN = "the wallet programs make no payment of nothing, and other amounts are hidden";
const NOTHING = z.object({});

/** The traps of deposits on Monero. */
export function moneroTraps({ node, chain, openAt }: Parts): Traps {
  return {
    async payMany(payments) {
      const destinations = payments.map(({ address, units }) => ({ address, amount: units }));
      const paid = z.object({ tx_hash: z.string() });
      const { tx_hash: txId } = await node.customer.call("transfer", { destinations, priority: 2 }, paid);
      return { txId };
    },
    joinsPayments: true,
    payNothing: HIDDEN,
    ...WITHOUT_CONTRACTS,
    mineOnly: node.mineOnly,
    reward: {
      async mineTo({ deposit }) {
        const [[oneTimeKey = ""] = []] = (await chain.oneTimeKeys?.([deposit])) ?? [];
        await mineRewardTo(node, { txId: deposit.txId, oneTimeKey, units: deposit.units * 2n });
      },
      lockedBlocks: REWARD_LOCKED_BLOCKS,
      isCounted: false,
    },
    async goBack(nblocks) {
      await node.node.post("/pop_blocks", { nblocks }, NOTHING);
    },
    isAwayWhileBack: true,
    openOtherNetwork: () =>
      openUntrusted({ node, openAt }, { nettype: "stagenet" }, "the node is on another network"),
    openTooOld: () =>
      openUntrusted({ node, openAt }, { version: "0.18.5.0-release" }, "of the node is too old"),
    openOffCheckpoint: () =>
      openUntrusted({ node, openAt }, {}, `the node does not have the chain's block ${CHECKPOINT_HEIGHT}`),
    openTwoNodes: () => openTwoNodes({ node, openAt }),
  };
}

const MAINNET = {
  ...{ nettype: "mainnet", synchronized: true, untrusted: false, restricted: false },
  ...{ version: "0.18.5.3-release", outgoing_connections_count: 8n },
};

/** The adapter of the main network on a node that says it is all that is asked for, but for these facts and the pinned block. */
async function openUntrusted(
  { node, openAt }: Pick<Parts, "node" | "openAt">,
  facts: object,
  reason: string,
): Promise<UntrustedNode> {
  const proxy = await startLyingMonerod(node.node);
  proxy.tamper = (method, result) => (method === "get_info" ? { ...result, ...MAINNET, ...facts } : result);
  return { chain: openAt([proxy.url], "main"), reason, close: proxy.close };
}

async function openTwoNodes({ node, openAt }: Pick<Parts, "node" | "openAt">): Promise<TwoNodes> {
  const proxy = await startLyingMonerod(node.node);
  return {
    honestFirst: openAt([node.url, proxy.url], "regtest"),
    lyingFirst: openAt([proxy.url, node.url], "regtest"),
    async lieFrom(height) {
      proxy.tamper = height === null ? (_method, result) => result : otherBlocksFrom(height);
    },
    close: proxy.close,
  };
}

type Head = { height: bigint; hash: string };

const otherBlocksFrom =
  (first: number): LyingMonerod["tamper"] =>
  (_method, result) => {
    const head = result.block_header as Head | undefined;
    if (head === undefined || head.height < BigInt(first)) return result;
    return { ...result, block_header: { ...head, hash: `${"ab".repeat(28)}${head.hash.slice(-8)}` } };
  };
