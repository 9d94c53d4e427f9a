import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { minorOf } from "../../src/chains/monero/coins";
import { ConformanceWallet } from "../conformance/wallet";
import { type MoneroHarness, makeMoneroHarness } from "./harness";
import { whyNoMonero } from "./node";

const why = whyNoMonero("a reorg of Monero that takes a coin and its spend");
const NOTHING = z.object({});
const found = z.object({ txs: z.array(z.object({ as_hex: z.string() })).length(1) });

let harness: MoneroHarness;

beforeAll(async () => {
  if (why !== undefined) return;
  harness = await makeMoneroHarness();
}, 120_000);
afterAll(() => harness?.close());

it.skipIf(why !== undefined)(
  "knows a coin that another branch brings in a later block, while the node keeps its spend waiting",
  async () => {
    const { chain, node, native, mine, addressOf } = harness;
    const wallet = new ConformanceWallet(harness);
    const key = wallet.freshKey();
    const address = addressOf(key);
    const { txId } = await wallet.deposit(key, native);
    const payment = await wallet.prepare({
      ...{ key, asset: "XMR", units: native.units / 2n },
      to: wallet.freshStranger(),
    });
    await wallet.send(payment);
    await mine(1);
    const { height } = await wallet.minedStatus(txId);
    const depth = (await chain.tip()).height - height + 1;
    const asked = { txs_hashes: [txId] };
    const [{ as_hex: tx_as_hex } = { as_hex: "" }] = (await node.node.post("/get_transactions", asked, found))
      .txs;
    await node.node.post("/pop_blocks", { nblocks: depth }, NOTHING);
    await node.forget(txId);
    await mine(depth + 1);
    expect(await wallet.balance(address, "XMR")).toBe(0n);
    expect(await chain.transaction(payment.signed.txId)).toEqual({ status: "mempool" });
    await node.node.post("/send_raw_transaction", { tx_as_hex }, NOTHING);
    await mine(1);
    const coin = { txId, ordinal: minorOf(key) };
    expect(await wallet.balance(address, "XMR")).toBe(native.units);
    expect(await chain.unconfirmedSpends([])).toEqual([
      { kind: "output", txId: payment.signed.txId, output: coin },
    ]);
    expect(await chain.heldAsBooked?.([{ ...coin, units: native.units }])).toHaveLength(1);
  },
  180_000,
);
