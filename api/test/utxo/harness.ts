import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import type { AddressNetwork } from "../../src/chains/addresses/bitcoin-networks";
import { addressFromPublicKey } from "../../src/chains/addresses/encode";
import { Breaker } from "../../src/chains/breaker";
import { chainKeys } from "../../src/chains/derivation";
import { type HttpPost, type JsonRpcOptions, postThrough } from "../../src/chains/rpc";
import { createUtxoChain } from "../../src/chains/utxo/chain";
import { type UtxoChainId, utxoParamsOf } from "../../src/chains/utxo/params";
import { signUtxo, utxoCodecOf } from "../../src/chains/utxo/transaction";
import { NATIVE_ASSET } from "../../src/core/assets";
import type { ChainHarness } from "../conformance/harness";
import { type BcashNode, startBcash } from "./bcash";
import { type DashNode, startDash } from "./dash";
import { startUtxoNode, type TestNode, type UtxoTestNode } from "./node";
import { cashTokens, utxoTraps } from "./traps";
import { startZcash, type ZcashNode } from "./zcash-node";

const NETWORK: AddressNetwork = "regtest";
/** What the miner asks while it holds others back, and what is then quoted, in hundredths of the usual rate. */
const HELD_PERCENT = { miner: 150n, quote: 200n };

export type UtxoHarness = ChainHarness & { node: UtxoTestNode };
type DaemonChain = UtxoTestNode["chain"];

/** A node, and an adapter for it whose estimate of fees a test can raise. */
export async function makeUtxoHarness(id: DaemonChain): Promise<UtxoHarness> {
  const node = await startUtxoNode(id);
  const held = { isOn: false };
  const rate = utxoParamsOf(id).rate.trial;
  const post = withEstimate(() => (held.isOn ? (rate * HELD_PERCENT.quote) / 100n : rate));
  const chain = createUtxoChain({
    id,
    network: NETWORK,
    rpcUrls: [node.url],
    timeoutMs: 10_000,
    via: { post, breaker: new Breaker(id) },
  });
  const miner = (rate * HELD_PERCENT.miner) / 100n;
  return {
    ...walletOf(id, node),
    chain,
    node,
    async mine(blocks) {
      if (!held.isOn) return node.mine(blocks);
      for (let mined = 0; mined < blocks; mined += 1) await node.mineOnly(await payingAtLeast(node, miner));
    },
    replacesUnconfirmed: true,
    async holdBack(isOn) {
      held.isOn = isOn;
    },
    // Signatures of ECDSA and outputs to P2WPKH may be shorter than quoted, and nodes then ask a little less.
    takesAnyReplacement: id === "litecoin",
    async drop() {
      await node.stop();
      await node.start();
      await node.loadWallet();
    },
  };
}

/** bcash, whose mempool keeps what it saw first. */
export const makeCashHarness = async (): Promise<ChainHarness & { node: BcashNode }> => {
  const node = await startBcash();
  const around = withoutReplacement("bitcoincash", node);
  return { ...around, drop: node.forget, traps: { ...around.traps, payFakeToken: cashTokens(node) } };
};

/** A node of Bitcoin that says it is one of Dash. */
export async function makeDashHarness(): Promise<ChainHarness & { node: DashNode }> {
  const node = await startDash();
  const { bitcoin } = node;
  const drop = async (): Promise<void> => {
    await bitcoin.stop();
    await bitcoin.start();
    await bitcoin.loadWallet();
  };
  return { ...withoutReplacement("dash", node), drop };
}

/** A stand-in for a node of Zcash. */
export async function makeZcashHarness(): Promise<ChainHarness & { node: ZcashNode }> {
  const node = await startZcash();
  const spoilSignature = spoilZcashSignature;
  return { ...withoutReplacement("zcash", node), spoilSignature, drop: async () => node.forget() };
}

/** A chain whose fee no test raises: nothing takes the place of a payment. */
function withoutReplacement<Node extends TestNode>(id: UtxoChainId, node: Node) {
  const chain = createUtxoChain({ id, network: NETWORK, rpcUrls: [node.url], timeoutMs: 10_000 });
  return { ...walletOf(id, node), chain, node, mine: node.mine, replacesUnconfirmed: false };
}

/** What all of them have: our keys, coins from the node's wallet, and reorgs. */
function walletOf(id: UtxoChainId, node: TestNode) {
  const keys = chainKeys({ seed: new Uint8Array(64).fill(7), chain: id, network: NETWORK });
  return {
    sign: signUtxo(utxoCodecOf(id, NETWORK)),
    keyOf: keys.privateKey,
    addressOf: keys.address,
    strangerAddress: (index: number) => strangerAddress(id, index),
    native: { asset: NATIVE_ASSET[id], units: 50_000_000n },
    fund: ({ address, units }: { address: string; units: bigint }) => node.pay({ address, units }),
    reorg: node.reorg,
    reorgKeepsTransactions: true,
    showsMempool: true,
    anotherWay: {
      nodeUrl: node.url,
      open: (url: string, via: JsonRpcOptions["via"]) =>
        createUtxoChain({ id, network: NETWORK, rpcUrls: [url], timeoutMs: 10_000, ...(via && { via }) }),
    },
    traps: utxoTraps(id, node),
    spoilSignature: utxoParamsOf(id).signs === "bitcoin" ? spoilSignature : spoilKeySignature,
    close: node.close,
  };
}

function strangerAddress(id: UtxoChainId, index: number): string {
  const publicKey = secp256k1.getPublicKey(sha256(utf8ToBytes(`stranger ${index}`)), true);
  return addressFromPublicKey(id, publicKey, NETWORK);
}

/** Behind the version, a count below 253, what the first input spends, and the lengths of its script and signature. */
const FIRST_SIGNATURE_AT = 2 * (4 + 1 + 36 + 2);

/** Another last byte of the first input's signature, which its type follows. */
function spoilKeySignature(raw: string): string {
  const length = Number.parseInt(raw.slice(FIRST_SIGNATURE_AT - 2, FIRST_SIGNATURE_AT), 16);
  const at = FIRST_SIGNATURE_AT + 2 * (length - 2);
  const other = raw.slice(at, at + 2) === "00" ? "01" : "00";
  return `${raw.slice(0, at)}${other}${raw.slice(at + 2)}`;
}

/** The same behind Zcash's header of 20 bytes, where Bitcoin has a version of four. */
function spoilZcashSignature(raw: string): string {
  const longer = 2 * (20 - 4);
  return raw.slice(0, longer) + spoilKeySignature(raw.slice(longer));
}

/** Another last byte of the last witness, which lies before the four bytes of the lock time. */
function spoilSignature(raw: string): string {
  const at = raw.length - 10;
  const other = raw.slice(at, at + 2) === "00" ? "01" : "00";
  return `${raw.slice(0, at)}${other}${raw.slice(at + 2)}`;
}

const call = z.object({ id: z.unknown(), method: z.string() });
const reply = z.looseObject({ id: z.unknown() });

/** The way to a node, with another answer to the question for an estimate: on regtest it has none, or one of a few blocks. */
function withEstimate(estimateOf: () => bigint): HttpPost {
  const straight = postThrough();
  return async (request) => {
    const answer = await straight(request);
    const asked = z.array(call).safeParse(JSON.parse(request.body)).data ?? [];
    const id = asked.find(({ method }) => method === "estimatesmartfee")?.id;
    if (id === undefined) return answer;
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body) chunks.push(chunk);
    const replies = z.array(reply).parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
    const changed = replies.map((one) =>
      one.id === id ? { ...one, result: { feerate: Number(estimateOf()) / 1e8, blocks: 3 } } : one,
    );
    return { ...answer, body: bodyOf(JSON.stringify(changed)) };
  };
}

async function* bodyOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

const fees = z.object({ ancestor: z.number() });
const poolEntries = z.record(
  z.string(),
  z.object({ ancestorsize: z.number(), ancestorcount: z.number(), fees, spentby: z.array(z.string()) }),
);

/** What waits and offers so much for 1,000 virtual bytes, with its parents, or has a child that does; parents first. */
async function payingAtLeast(node: UtxoTestNode, rate: bigint): Promise<string[]> {
  const entries = poolEntries.parse(await node.rpc("getrawmempool", [true]));
  const pays = (txId: string): boolean => {
    const entry = entries[txId];
    if (entry === undefined) return false;
    const offered = (entry.fees.ancestor * 1e8 * 1_000) / entry.ancestorsize;
    return offered >= Number(rate) || entry.spentby.some(pays);
  };
  return Object.keys(entries)
    .filter(pays)
    .sort((a, b) => (entries[a]?.ancestorcount ?? 0) - (entries[b]?.ancestorcount ?? 0));
}
