import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUtxoChain } from "../../src/chains/utxo/chain";
import { ConformanceWallet } from "../conformance/wallet";
import { asMainnet } from "./as-mainnet";
import { makeDashHarness } from "./harness";
import { whyNoNodes } from "./node";
import { withOtherForm } from "./other-form";

const why = whyNoNodes("what is Dash's own in the adapter");

let harness: Awaited<ReturnType<typeof makeDashHarness>>;
beforeAll(async () => {
  if (why === undefined) harness = await makeDashHarness();
});
afterAll(() => harness?.close());

const open = (network: "regtest" | "main", url = harness.node.url) =>
  createUtxoChain({ id: "dash", network, rpcUrls: [url], timeoutMs: 10_000 });

describe.skipIf(why !== undefined)("the adapter of Dash", () => {
  it("refuses a node of Bitcoin, and one of another network, by their first blocks", async () => {
    await expect(open("regtest", harness.node.bitcoin.url).tip()).rejects.toThrow("first block");
    await expect(open("main").tip()).rejects.toThrow("first block");
    expect((await open("regtest").tip()).height).toBe(await harness.node.height());
  });

  it("refuses a node on the main network that is older than Dash Core 24, or off the pinned block", async () => {
    const tip = async (facts: Parameters<typeof asMainnet>[1]) => {
      harness.node.way.tamper = asMainnet("dash", facts);
      return open("main").tip();
    };
    await expect(tip({ version: 239_999 })).rejects.toThrow("version 239999 of the node is too old");
    await expect(tip({ blocks: { 1796500: "00".repeat(32) } })).rejects.toThrow("the chain's block 1796500");
    expect((await tip({ version: 240_000 })).height).toBe(await harness.node.height());
    harness.node.way.tamper = (_call, answer) => answer;
  });

  it("offers a unit for each byte, and what the node asks above that, up to a cap", async () => {
    const shape = { model: "utxo", inputs: 2, outputs: 2 } as const;
    // 10.5 bytes of the transaction, 148 of an input, 34 of an output.
    expect(await open("regtest").feeQuote(shape)).toEqual({ feeUnits: 375n, detail: {} });
    harness.node.way.tamper = ({ method }, answer) =>
      method === "estimatesmartfee" ? { ...answer, result: { feerate: 1, blocks: 3 } } : answer;
    expect((await open("regtest").feeQuote(shape)).feeUnits).toBe(375_000n);
    harness.node.way.tamper = (_call, answer) => answer;
  });

  it("calls a payment not dead that a miner has mined under another id", async () => {
    const { chain, node, native, mine } = harness;
    const wallet = new ConformanceWallet(harness);
    const key = wallet.freshKey();
    await wallet.deposit(key, { ...native, units: native.units * 3n });
    const payment = await wallet.prepare({ key, ...native, to: wallet.freshStranger() });
    const rival = await wallet.prepare({ key, ...native, to: wallet.freshStranger() });
    const twin = withOtherForm(payment.signed.raw);
    await node.rpc("generateblock", [await node.bitcoin.newAddress(), [twin]]);
    await mine(1);
    const { height } = await chain.tip();
    expect(await chain.transaction(payment.signed.txId)).toEqual({ status: "unknown" });
    expect(await wallet.balance(payment.to, payment.asset)).toBe(payment.units);
    expect(await chain.proofOfDeath(payment.signed.raw, height)).toBeNull();
    expect(await chain.proofOfDeath(rival.signed.raw, height)).toMatchObject({ height: height - 1 });
  });
});
