import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ChainUnavailable } from "../../src/chains/chain";
import { createUtxoChain } from "../../src/chains/utxo/chain";
import { feeByShape } from "../../src/payouts/build-payment";
import { unsignedOf } from "../../src/payouts/unsigned";
import { ConformanceWallet, type Payment } from "../conformance/wallet";
import { type LyingNode, startLyingNode } from "../evm/proxy";
import { asMainnet } from "./as-mainnet";
import { makeZcashHarness } from "./harness";

let harness: Awaited<ReturnType<typeof makeZcashHarness>>;
let wallet: ConformanceWallet;
let proxy: LyingNode;
beforeAll(async () => {
  harness = await makeZcashHarness();
  wallet = new ConformanceWallet(harness);
  await harness.mine(1);
  proxy = await startLyingNode(harness.node.url);
});
afterAll(async () => {
  await proxy?.close();
  await harness?.close();
});

const open = (network: "regtest" | "main" = "regtest") =>
  createUtxoChain({ id: "zcash", network, rpcUrls: [proxy.url], timeoutMs: 10_000 });

/** A signed payment out of a deposit of its own. */
async function payment(): Promise<Payment> {
  const { native } = harness;
  const key = wallet.freshKey();
  await wallet.deposit(key, { ...native, units: native.units * 3n });
  return wallet.prepare({ key, ...native, to: wallet.freshStranger() });
}

describe("the node", () => {
  it("is refused where its first block is another network's, it has pruned blocks, or it is catching up", async () => {
    await expect(open("main").tip()).rejects.toThrow("first block");
    const refusals = [
      [{ pruned: true }, "has pruned"],
      [{ verificationprogress: 0.9 }, "catching up"],
      [{ initial_block_download_complete: false }, "catching up"],
      [{ consensus: {}, verificationprogress: undefined }, "does not say what it is"],
    ] as const;
    for (const [about, refusal] of refusals) {
      proxy.tamper = asMainnet("zcash", { info: about });
      await expect(open("main").tip()).rejects.toThrow(refusal);
    }
    proxy.tamper = asMainnet("zcash");
    expect((await open("main").tip()).height).toBe(harness.node.ledger.height);
    proxy.tamper = (_call, answer) => answer;
  });

  it("is offered no less than the conventional fee for any shape, as payments conclude it from small ones", async () => {
    const { chain } = harness;
    const feeOf = await feeByShape(chain, async (shape) => (await chain.feeQuote(shape)).feeUnits);
    const counts = [1, 2, 3, 10, 60];
    for (const inputs of counts)
      for (const outputs of counts) {
        const { feeUnits } = await chain.feeQuote({ model: "utxo", inputs, outputs });
        expect(feeOf({ inputs, outputs })).toBe(feeUnits);
        expect(feeUnits).toBeGreaterThanOrEqual(5_000n * BigInt(Math.max(2, inputs, outputs)));
      }
    expect(feeOf({ inputs: 1, outputs: 1 })).toBe(10_000n);
    expect(feeOf({ inputs: 2, outputs: 3 })).toBe(25_000n);
  });

  it("takes a payment of many inputs and outputs at that fee", async () => {
    const { chain, native } = harness;
    const key = wallet.freshKey();
    for (let count = 0; count < 5; count += 1) await wallet.deposit(key, native);
    const feeOf = await feeByShape(chain, async (shape) => (await chain.feeQuote(shape)).feeUnits);
    const { request } = await wallet.prepare({ key, ...native, to: wallet.freshStranger() });
    if (request.model !== "utxo") throw new Error("a payment from outputs");
    const [, ...four] = request.inputs;
    const to = Array.from({ length: 7 }, () => ({ address: wallet.freshStranger(), units: 1_000_000n }));
    const rest = native.units * 4n - 7_000_000n - feeOf({ inputs: 4, outputs: 8 });
    const outputs = [...to, { address: harness.addressOf(key), units: rest }];
    const unsigned = await unsignedOf(chain, { model: "utxo", inputs: four, outputs });
    const { raw } = await harness.sign(unsigned, harness.keyOf);
    expect(await chain.broadcast(raw)).toEqual({ outcome: "accepted" });
  });

  it("is not quoted for while it is away", async () => {
    const away = createUtxoChain({
      ...{ id: "zcash", network: "regtest", rpcUrls: ["http://127.0.0.1:9"], timeoutMs: 1_000 },
    });
    await expect(away.feeQuote({ model: "utxo", inputs: 1, outputs: 1 })).rejects.toThrow(ChainUnavailable);
  });
});

describe("coins that are not credited, or from nowhere", () => {
  it("never counts new coins, which only shielded addresses can be paid with", async () => {
    const { chain, node, native } = harness;
    const key = wallet.freshKey();
    const address = harness.addressOf(key);
    await node.mineTo(address);
    const mined = node.ledger.height;
    await node.mine(101);
    const rest = Array.from({ length: 102 }, (_, at) => mined + at);
    for (const height of rest)
      expect((await chain.block(height))?.transfers.filter(({ to }) => to === address)).toEqual([]);
    for (const look of [chain, open()]) expect(await look.balance({ address, asset: native.asset })).toBe(0n);
    // The same block, but for where its coins come from: what it would count.
    const { txId } = await node.pay({ address, units: native.units });
    await node.mine(1);
    expect(await wallet.transfersIn({ height: node.ledger.height, txId, to: address })).toHaveLength(1);
    for (const look of [chain, open()])
      expect(await look.balance({ address, asset: native.asset })).toBe(native.units);
  });

  it("credits what leaves the shielded pools, from an unknown source", async () => {
    const { chain, node, native } = harness;
    const to = harness.addressOf(wallet.freshKey());
    const { txId } = node.payShielded({ address: to, units: native.units });
    const [seen] = (await chain.mempool()).filter((transfer) => transfer.txId === txId);
    expect(seen).toMatchObject({ to, units: native.units, from: [], spends: [] });
    expect(await chain.isReplaced?.(txId, [])).toBe(false);
    await node.mine(1);
    expect(await wallet.minedStatus(txId)).toMatchObject({ feeUnits: 0n });
    expect(await wallet.balance(to, native.asset)).toBe(native.units);
  });
});

describe("bytes that expire", () => {
  it("are dead once the last block that could hold them is final, and not before", async () => {
    const { chain, node } = harness;
    const { signed, request } = await payment();
    const last = request.model === "utxo" ? (request.expiry?.height ?? 0) : 0;
    expect(last).toBe(node.ledger.height + 41);
    await node.mine(41);
    const blockHash = node.ledger.tip().hash;
    expect(node.ledger.height).toBe(last);
    expect(await chain.proofOfDeath(signed.raw, last - 1)).toBeNull();
    const dead = { by: null, height: last, blockHash, gone: [] };
    expect(await chain.proofOfDeath(signed.raw, last)).toEqual(dead);
    expect(await chain.broadcast(signed.raw)).toEqual({ outcome: "rejected", reason: "expired" });
    await node.mine(5);
    expect(await chain.proofOfDeath(signed.raw, last + 5)).toEqual(dead);
    // A node that does not have that block yet proves nothing.
    const later = await payment();
    expect(await chain.proofOfDeath(later.signed.raw, last + 500)).toBeNull();
  });

  it("are not dead where they were mined, nor while another spend of their coins is not final", async () => {
    const { chain, node, native } = harness;
    const mined = await payment();
    const key = wallet.freshKey();
    await wallet.deposit(key, { ...native, units: native.units * 3n });
    const [first, rival] = [
      await wallet.prepare({ key, ...native, to: wallet.freshStranger() }),
      await wallet.prepare({ key, ...native, to: wallet.freshStranger() }),
    ];
    await wallet.send(mined);
    await node.mine(45);
    await wallet.send(await wallet.prepare({ key, ...native, to: wallet.freshStranger() }));
    await node.mine(1);
    const { height } = node.ledger;
    expect(await chain.proofOfDeath(mined.signed.raw, height)).toBeNull();
    for (const { signed } of [first, rival]) {
      expect(await chain.proofOfDeath(signed.raw, height - 1)).toBeNull();
      expect(await chain.proofOfDeath(signed.raw, height)).toMatchObject({ height, by: expect.any(String) });
    }
  });

  it("are refused under the rules of another time, and replaced by others once they have expired", async () => {
    const { chain, node } = harness;
    const old = await payment();
    const before = node.ledger.branchId;
    node.ledger.branchId = 0x77190ad8;
    expect(await chain.broadcast(old.signed.raw)).toEqual({
      outcome: "rejected",
      reason: "rules of another time",
    });
    expect(await chain.expiry?.()).toEqual({ height: node.ledger.height + 41, branchId: 0x77190ad8 });
    await wallet.send(await payment());
    node.ledger.branchId = before;
    node.ledger.mempool.clear();
  });
});
