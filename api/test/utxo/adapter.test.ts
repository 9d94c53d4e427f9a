import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { WalletKey } from "../../src/chains/chain";
import { createUtxoChain } from "../../src/chains/utxo/chain";
import { signUtxo, utxoCodecOf } from "../../src/chains/utxo/transaction";
import { type LyingNode, startLyingNode } from "../evm/proxy";
import { makeUtxoHarness, type UtxoHarness } from "./harness";
import { wholeCoins, whyNoNodes } from "./node";

const why = whyNoNodes("the traps of deposits on Bitcoin");
const DEPOSIT = { branch: "deposit", index: 1 } as const;

let harness: UtxoHarness;
let proxy: LyingNode;

/** The proxy's URL, with the node's user name and password. */
function proxied(): string {
  const url = new URL(harness.node.url);
  url.port = new URL(proxy.url).port;
  return url.href;
}

const open = (over: Partial<Parameters<typeof createUtxoChain>[0]>) =>
  createUtxoChain({
    id: "bitcoin",
    network: "regtest",
    rpcUrls: [harness.node.url],
    timeoutMs: 10_000,
    ...over,
  });

/** Pays one of our keys out of a payment that waits itself. */
async function payOverParent(key: WalletKey) {
  const { node, addressOf } = harness;
  const between = await node.newAddress();
  const { txId: parent } = await node.pay({ address: between, units: 1_000_000n });
  const { vout } = outputs.parse(await node.rpc("getrawtransaction", [parent, true]));
  const at = vout.findIndex(({ scriptPubKey }) => scriptPubKey.address === between);
  const raw = await node.rpc("createrawtransaction", [
    [{ txid: parent, vout: at }],
    { [addressOf(key)]: wholeCoins(990_000n) },
  ]);
  const { hex } = signedByWallet.parse(await node.rpc("signrawtransactionwithwallet", [raw]));
  return {
    parent,
    child: { key, units: 990_000n, txId: String(await node.rpc("sendrawtransaction", [hex])) },
  };
}

const outputs = z.object({
  vout: z.array(z.object({ scriptPubKey: z.object({ address: z.string().optional() }) })),
});
const signedByWallet = z.object({ hex: z.string() });

beforeAll(async () => {
  if (why !== undefined) return;
  harness = await makeUtxoHarness("bitcoin");
  proxy = await startLyingNode(harness.node.url);
});
afterAll(async () => {
  await proxy?.close();
  await harness?.close();
});

describe.skipIf(why !== undefined)("the adapter on a node of Bitcoin", () => {
  it("refuses a node without an index of transactions, and one that has pruned its blocks", async () => {
    const chain = open({ rpcUrls: [proxied()] });
    proxy.tamper = ({ method }, answer) => (method === "getindexinfo" ? { ...answer, result: {} } : answer);
    await expect(chain.tip()).rejects.toThrow("without -txindex");
    proxy.tamper = ({ method }, answer) =>
      method === "getblockchaininfo"
        ? { ...answer, result: { ...(answer.result as object), pruned: true } }
        : answer;
    await expect(chain.tip()).rejects.toThrow("has pruned");
    proxy.tamper = (_call, answer) => answer;
    expect((await chain.tip()).height).toBe(await harness.node.height());
  });
});

describe.skipIf(why !== undefined)("a payment that another one has replaced", () => {
  it("is seen for replaced by what was noted of it, by an adapter that never saw it", async () => {
    const { node, addressOf } = harness;
    const { txId } = await node.pay({ address: addressOf({ ...DEPOSIT, index: 2 }), units: 100_000n });
    const [seen] = (await open({}).mempool()).filter((transfer) => transfer.txId === txId);
    const spends = seen?.spends ?? [];
    expect(spends).not.toEqual([]);
    expect(await open({}).isReplaced?.(txId, spends)).toBe(false);
    await node.doubleSpend(txId);
    expect(await open({}).isReplaced?.(txId, spends)).toBe(true);
    // Without a note it is missing only, and keeps its order.
    expect(await open({}).isReplaced?.(txId, [])).toBe(false);
    await node.mine(1);
    expect(await open({}).isReplaced?.(txId, spends)).toBe(true);
  });

  it("is seen for replaced where its unconfirmed parent was, by an adapter that saw the parent", async () => {
    const { node, addressOf } = harness;
    const { parent, child } = await payOverParent({ ...DEPOSIT, index: 3 });
    const chain = open({});
    const [seen] = (await chain.mempool()).filter((transfer) => transfer.to === addressOf(child.key));
    const spends = seen?.spends ?? [];
    expect(spends).toMatchObject([{ txId: parent }]);
    expect(await chain.isReplaced?.(child.txId, spends)).toBe(false);
    await node.doubleSpend(parent);
    await chain.mempool();
    expect((await chain.transaction(parent)).status).toBe("unknown");
    expect(await chain.isReplaced?.(child.txId, spends)).toBe(true);
    // What the parent spent is known to an adapter only that saw it wait.
    expect(await open({}).isReplaced?.(child.txId, spends)).toBe(false);
    await node.mine(1);
    expect(await chain.isReplaced?.(child.txId, spends)).toBe(true);
  });
});

describe.skipIf(why !== undefined)("what a node cannot say yet", () => {
  it("calls no transaction unknown while the node's index lags behind its blocks", async () => {
    const chain = open({ rpcUrls: [proxied()] });
    proxy.tamper = ({ method }, answer) =>
      method === "getindexinfo"
        ? { ...answer, result: { txindex: { synced: true, best_block_height: 1 } } }
        : answer;
    await expect(chain.transaction("00".repeat(32))).rejects.toThrow("lags behind");
    proxy.tamper = (_call, answer) => answer;
    expect(await chain.transaction("00".repeat(32))).toEqual({ status: "unknown" });
  });

  it("counts what a miner earns once it can be spent, in blocks and in balances", async () => {
    const { chain, node, addressOf, native } = harness;
    const address = addressOf(DEPOSIT);
    await node.rpc("generatetoaddress", [1, address]);
    const earned = await node.height();
    const at = async (height: number) =>
      ((await chain.block(height))?.transfers ?? []).filter(({ to }) => to === address);
    await node.mine(98);
    expect(await at(earned)).toEqual([]);
    expect(await chain.balance({ address, asset: native.asset })).toBe(0n);
    await node.mine(1);
    const [matured] = await at(earned + 99);
    expect(matured).toMatchObject({ to: address, from: [] });
    expect(await chain.balance({ address, asset: native.asset })).toBe(matured?.units);
    // As another process finds it, which has carried nothing over blocks.
    expect(await open({}).balance({ address, asset: native.asset })).toBe(matured?.units);
    expect(await open({}).balance({ address, asset: native.asset, height: earned + 98 })).toBe(0n);
  });
});

describe.skipIf(why !== undefined)("what is quoted for a payment", () => {
  it("is a unit for each virtual byte, what the node asks above that, and never more than a cap", async () => {
    const chain = open({ rpcUrls: [proxied()] });
    const shape = { model: "utxo", inputs: 2, outputs: 2 } as const;
    // The node relays for less than our floor.
    const relays = { mempoolminfee: 0.000_001, minrelaytxfee: 0.000_001 };
    const estimated = async (feerate: number | undefined) => {
      proxy.tamper = ({ method }, answer) => {
        if (method === "getmempoolinfo")
          return { ...answer, result: { ...(answer.result as object), ...relays } };
        return method === "estimatesmartfee" ? { ...answer, result: { feerate, blocks: 3 } } : answer;
      };
      return (await chain.feeQuote(shape)).feeUnits;
    };
    // 10.5 virtual bytes of the transaction, 57.5 of an input by key path, 43 of an output to Taproot: 211.5.
    expect(await estimated(0.000_000_01)).toBe(212n);
    expect(await estimated(0.000_03)).toBe(3n * 212n);
    expect(await estimated(1)).toBe(500n * 212n);
    // On regtest, where the node has none.
    expect(await estimated(undefined)).toBe(5n * 212n);
    proxy.tamper = (_call, answer) => answer;
  });
});

describe.skipIf(why !== undefined)("what is paid to an address of each kind", () => {
  it("is mined as it was meant, and read back from its block", async () => {
    const { chain, node, addressOf, keyOf } = harness;
    const key = { branch: "deposit", index: 2 } as const;
    const { txId } = await node.pay({ address: addressOf(key), units: 100_000_000n });
    await node.mine(1);
    const block = await chain.block(await node.height());
    const deposit = block?.transfers.find((one) => one.txId === txId && one.to === addressOf(key));
    if (deposit === undefined) throw new Error("no deposit");
    const kinds = ["legacy", "p2sh-segwit", "bech32", "bech32m"];
    const addresses = await Promise.all(kinds.map((kind) => node.rpc("getnewaddress", ["", kind])));
    const outputs = addresses.map((address, at) => ({
      address: String(address),
      units: 1_000_000n + BigInt(at),
    }));
    const input = { ...deposit, address: addressOf(key), key };
    const change = { address: addressOf(key), units: 95_995_000n };
    const request = { model: "utxo", inputs: [input], outputs: [...outputs, change] } as const;
    const signed = await signUtxo(utxoCodecOf("bitcoin", "regtest"))(chain.build(request), keyOf);
    expect(chain.decode(signed.raw).outputs.map(({ to, units }) => ({ address: to, units }))).toEqual(
      request.outputs,
    );
    expect(await chain.broadcast(signed.raw)).toEqual({ outcome: "accepted" });
    await node.mine(1);
    const paid = (await chain.block(await node.height()))?.transfers.filter(
      (one) => one.txId === signed.txId,
    );
    expect(paid?.map(({ to, units, ordinal }) => ({ address: to, units, ordinal }))).toEqual(
      request.outputs.map((output, ordinal) => ({ ...output, ordinal })),
    );
  });
});
