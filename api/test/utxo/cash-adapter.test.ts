import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { prefixesOf } from "../../src/chains/addresses/bitcoin-networks";
import { ChainUnavailable } from "../../src/chains/chain";
import { createUtxoChain } from "../../src/chains/utxo/chain";
import { scriptOfAddress } from "../../src/chains/utxo/script";
import { type LyingNode, startLyingNode } from "../evm/proxy";
import { asMainnet } from "./as-mainnet";
import { type BcashNode, startBcash } from "./bcash";

let node: BcashNode;
let proxy: LyingNode;

/** The adapter on the node behind the proxy. */
function open(network: "regtest" | "main" = "regtest") {
  const url = new URL(node.url);
  url.port = new URL(proxy.url).port;
  return createUtxoChain({ id: "bitcoincash", network, rpcUrls: [url.href], timeoutMs: 10_000 });
}

/** Another answer to one method. */
const answering =
  (asked: string, change: (result: unknown, params: unknown[]) => unknown): LyingNode["tamper"] =>
  ({ method, params }, answer) =>
    method === asked ? { id: answer.id, result: change(answer.result, params) } : answer;

beforeAll(async () => {
  node = await startBcash();
  proxy = await startLyingNode(node.url);
});
beforeEach(() => {
  proxy.tamper = (_call, answer) => answer;
});
afterAll(async () => {
  await proxy?.close();
  await node?.close();
});

const unknown = (message: string): LyingNode["tamper"] => {
  return ({ method }, { id, ...answer }) =>
    method === "getrawtransaction" ? { id, error: { code: -5, message } } : { id, ...answer };
};

describe("the adapter on a node of Bitcoin Cash", () => {
  it("refuses a node without an index of transactions, by what it says of one that there is not", async () => {
    proxy.tamper = unknown(
      "No such mempool transaction. Use -txindex to enable blockchain transaction queries.",
    );
    await expect(open().tip()).rejects.toThrow("without -txindex");
  });

  it("calls no transaction unknown while the index is not complete", async () => {
    const chain = open();
    await chain.tip();
    const id = "ab".repeat(32);
    proxy.tamper = unknown("Blockchain transactions are still in the process of being indexed.");
    await expect(chain.transaction(id)).rejects.toThrow(ChainUnavailable);
    proxy.tamper = (_call, answer) => answer;
    expect(await chain.transaction(id)).toEqual({ status: "unknown" });
  });

  it("refuses a node of Bitcoin on the main network, whose first block is the same", async () => {
    proxy.tamper = asMainnet("bitcoincash", { blocks: { 478559: "00".repeat(32) } });
    await expect(open("main").tip()).rejects.toThrow("that this one parted from");
    proxy.tamper = asMainnet("bitcoincash");
    expect((await open("main").tip()).height).toBe(await node.height());
  });

  it("refuses a node on the main network that is off the pinned block, or older than version 29", async () => {
    proxy.tamper = asMainnet("bitcoincash", { blocks: { 661648: "00".repeat(32) } });
    await expect(open("main").tip()).rejects.toThrow("does not have the chain's block 661648");
    proxy.tamper = asMainnet("bitcoincash", { version: 28_999_999 });
    await expect(open("main").tip()).rejects.toThrow("too old");
  });

  it("takes a look at all outputs for one of a block only where the best one stayed the same", async () => {
    const address = await node.newAddress();
    await node.pay({ address, units: 12_345n });
    await node.mine(1);
    const other = answering("getbestblockhash", () => "cd".repeat(32));
    let asked = 0;
    proxy.tamper = (call, answer) => {
      if (call.method === "getbestblockhash") asked += 1;
      return asked === 1 ? other(call, answer) : answer;
    };
    await expect(open().balance({ asset: "BCH", address })).rejects.toThrow("the chain changed");
    expect(await open().balance({ asset: "BCH", address })).toBe(12_345n);
  });

  it("counts the coins at an address but for those of an output that carries a token", async () => {
    const address = await node.newAddress();
    const plain = scriptOfAddress(address, prefixesOf("bitcoincash", "regtest"));
    const chain = open();
    const before = await node.height();
    expect(await chain.balance({ asset: "BCH", address })).toBe(0n);
    const token = await node.payScript({ script: `ef${"ab".repeat(32)}1001${plain}`, units: 1_000n });
    const coins = await node.pay({ address, units: 12_345n });
    await node.mine(1);
    // Carried on from the block before, and looked up.
    for (const look of [chain, open()]) {
      const ours = (await look.block(before + 1))?.transfers.filter(({ to }) => to === address);
      expect(ours).toMatchObject([{ txId: coins.txId, units: 12_345n }]);
      expect(await look.balance({ asset: "BCH", address })).toBe(12_345n);
      expect(await look.transaction(token.txId)).toMatchObject({ status: "mined", succeeded: true });
    }
  });

  it("offers a unit for each byte, and what the node asks above that, up to a cap", async () => {
    const shape = { model: "utxo", inputs: 2, outputs: 2 } as const;
    // 10.5 bytes of the transaction, 148 of an input, 44 of an output.
    expect(await open().feeQuote(shape)).toEqual({ feeUnits: 395n, detail: {} });
    proxy.tamper = answering("estimatefee", () => 0.00002);
    expect((await open().feeQuote(shape)).feeUnits).toBe(790n);
    proxy.tamper = answering("estimatefee", () => 1);
    expect((await open().feeQuote(shape)).feeUnits).toBe(39_500n);
  });
});
