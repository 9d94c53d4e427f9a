import { randomBytes } from "node:crypto";
import type { AddressNetwork } from "../../src/chains/addresses/bitcoin-networks";
import type { Chain } from "../../src/chains/chain";
import { chainKeys } from "../../src/chains/derivation";
import { openMonero } from "../../src/chains/monero/chain";
import { accountOf } from "../../src/chains/monero/keys";
import { moneroSigning } from "../../src/chains/monero/signing";
import type { ChainHarness } from "../conformance/harness";
import { type MoneroTestNode, startMonero } from "./node";
import { moneroTraps } from "./traps";

const NETWORK = "regtest";
const STRANGERS = 60;
/** Coins can be spent from the tenth block on. */
const LOCKED_BLOCKS = 10;
const XMR = 10n ** 12n;

export type MoneroHarness = ChainHarness & {
  node: MoneroTestNode;
  /** Another adapter of the same keys, as a worker that starts again makes one: a wallet that it has to make is read from there on. */
  connect(firstHeight: number): Promise<Chain>;
  /** The same on other nodes than the one, of which the second has to agree with the first. */
  connectTo(rpcUrls: readonly string[]): Promise<Chain>;
};

/** monerod with its wallets, and an adapter whose signer's wallet is the offline one. */
export async function makeMoneroHarness(): Promise<MoneroHarness> {
  const node = await startMonero();
  const keys = chainKeys({ seed: randomBytes(64), chain: "monero", network: NETWORK });
  const signing = moneroSigning({ url: node.signerUrl, network: NETWORK });
  const openAt = (rpcUrls: readonly string[], firstHeight = 0, network: AddressNetwork = NETWORK) =>
    openMonero({
      network,
      rpcUrls,
      walletUrl: node.walletUrl,
      account: async () => {
        const wallet = keys.publicWallet();
        if (wallet.kind !== "xpub") throw new Error("an account is wanted");
        return accountOf(wallet.xpub);
      },
      firstHeight: async () => firstHeight,
      learnOutputs: ({ chain: _, ...shown }) => {
        if (signing.learn === undefined) throw new Error("the signer learns nothing");
        return signing.learn(keys.privateKey({ branch: "hot", index: 0 }), shown);
      },
      timeoutMs: 60_000,
    });
  const connect = async (firstHeight = 0, rpcUrls: readonly string[] = [node.url]): Promise<Chain> => {
    const chain = openAt(rpcUrls, firstHeight)();
    await chain.watchUpTo?.(0);
    return chain;
  };
  const chain = await connect();
  const strangers: string[] = [];
  for (let at = 0; at < STRANGERS; at += 1) strangers.push(await node.customerAddress(at + 1));
  return {
    chain: seeingStrangers(chain, node, strangers),
    node,
    connect,
    connectTo: (rpcUrls) => connect(0, rpcUrls),
    sign: signing.sign,
    keyOf: keys.privateKey,
    addressOf: keys.address,
    strangerAddress: (index) => strangers[index] ?? "",
    native: { asset: "XMR", units: XMR },
    fund: ({ address, units }) => node.pay({ address, units }),
    mine: node.mine,
    reorg: node.reorg,
    reorgKeepsTransactions: true,
    showsMempool: true,
    replacesUnconfirmed: false,
    blocksLocked: LOCKED_BLOCKS,
    isPrepared: true,
    anotherWay: { nodeUrl: node.url, open: (url, via) => openAt([url])(via) },
    spoilSignature,
    drop: node.forget,
    traps: moneroTraps({ node, chain, openAt: (rpcUrls, network) => openAt(rpcUrls, 0, network)() }),
    close: node.close,
  };
}

/** The chain does not show what a stranger has: the customer's wallet is asked for that. */
const seeingStrangers = (chain: Chain, node: MoneroTestNode, strangers: readonly string[]): Chain => ({
  ...chain,
  balance: (query) =>
    strangers.includes(query.address) ? node.receivedAt(query.address) : chain.balance(query),
});

/** Another last digit of the bytes. */
function spoilSignature(raw: string): string {
  const signed: { bytes: string } = JSON.parse(raw);
  const last = signed.bytes.endsWith("0") ? "1" : "0";
  return JSON.stringify({ ...signed, bytes: `${signed.bytes.slice(0, -1)}${last}` });
}
