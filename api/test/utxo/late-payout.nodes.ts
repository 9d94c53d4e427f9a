import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { patienceOf } from "../../src/chains/policy";
import type { OrderWire } from "../../src/routes/orders/schema";
import { waitFor } from "../api-client";
import { expectSoundBooks } from "../sound-books";
import { LITECOIN_DEPTH, openUtxoWorld, type UtxoWorld } from "./engine-world";
import { whyNoNodes } from "./node";
import { SWAP_MS_MAX, swapsOn } from "./swaps";

const why = whyNoNodes("payouts of Bitcoin that no block takes");
const RAISE_BLOCKS = patienceOf("bitcoin")?.raiseBlocks ?? 0;
/** What the recipient pays to spend a payout that is in no block: far more than the payout's cap. */
const DEAR_FEE = 0.001;

let world: UtxoWorld;

beforeAll(async () => {
  if (why !== undefined) return;
  world = await openUtxoWorld();
  await swapsOn(world).fund();
}, 300_000);
afterAll(() => world?.close(), 240_000);

describe.skipIf(why !== undefined)("a payout that no block takes", () => {
  it("is replaced by one of a higher fee (RBF), which pays once", async () => {
    const { order, txId } = await payoutInMempool();
    await passBy();
    const next = await waitForOther(order, txId);
    const [before, after] = [await feeOf(txId), await feeOf(next)];
    expect(before).toBeNull();
    expect(after).toBeGreaterThan(0);
    const done = await completed(order);
    expect(done.payouts.map(({ txHash }) => txHash)).toEqual([next]);
    await swapsOn(world).expectPaid(done);
    await expectSoundBooks(world.server.api);
  }, 300_000);

  it("is pulled along by a child (CPFP) where its recipient made it dear to replace", async () => {
    const { order, txId } = await payoutInMempool();
    const spent = await spendDearly(order, txId);
    await passBy();
    const children = async () => (await spendersOf(txId)).filter((one) => one !== spent);
    await waitFor("a child", SWAP_MS_MAX, async () => (await children()).length === 1);
    const [child = ""] = await children();
    expect(await feeOf(child)).toBeGreaterThan(0);
    const done = await completed(order);
    expect(done.payouts.map(({ txHash }) => txHash)).toEqual([txId]);
    const [paid] = z
      .array(z.object({ value: z.number() }))
      .parse(await outputsTo(txId, order.receiveAddress));
    expect(Number(done.receiveAmount)).toBe(paid?.value);
    await expectSoundBooks(world.server.api);
  }, 300_000);
});

/** An order of BTC whose payout is in the mempool, while no block comes by itself. */
async function payoutInMempool(): Promise<{ order: OrderWire; txId: string }> {
  const { api } = world.server;
  const { create, pay } = swapsOn(world);
  await world.mining(false);
  const order = await create("LTC", "2", "BTC");
  await pay(order);
  await world.nodes.LTC.mine(LITECOIN_DEPTH);
  await waitFor("a payout", SWAP_MS_MAX, async () => (await payoutOf(order)) !== null);
  const txId = await payoutOf(order);
  if (txId === null) throw new Error("the payout is gone");
  await waitFor("its broadcast", SWAP_MS_MAX, async () => (await feeOf(txId)) !== null);
  expect((await api.read(order.id)).state).toBe("sending");
  return { order, txId };
}

const payoutOf = async ({ id }: OrderWire): Promise<string | null> =>
  (await world.server.api.read(id)).payouts[0]?.txHash ?? null;

/** As many blocks without it as a payment waits for, and one. */
async function passBy(): Promise<void> {
  for (let block = 0; block <= RAISE_BLOCKS; block++) await world.nodes.BTC.mineOnly([]);
}

async function waitForOther(order: OrderWire, txId: string): Promise<string> {
  let now: string | null = txId;
  await waitFor("another transaction", SWAP_MS_MAX, async () => {
    now = await payoutOf(order);
    return now !== null && now !== txId && (await feeOf(now)) !== null;
  });
  return now ?? "";
}

async function completed({ id }: OrderWire): Promise<OrderWire> {
  await world.mining(true);
  return world.server.api.untilState(id, ["completed"], SWAP_MS_MAX);
}

const entry = z.object({ fees: z.object({ base: z.number() }) });

/** The fee of a transaction in the mempool; null where it is not there. */
async function feeOf(txId: string): Promise<number | null> {
  const found = await world.nodes.BTC.rpc("getmempoolentry", [txId]).catch(() => null);
  return found === null ? null : entry.parse(found).fees.base;
}

const spentBy = z.object({ spentby: z.array(z.string()) });
const spendersOf = async (txId: string): Promise<string[]> =>
  spentBy.parse(await world.nodes.BTC.rpc("getmempoolentry", [txId])).spentby;

const outputs = z.object({
  vout: z.array(z.object({ n: z.int(), value: z.number(), scriptPubKey: z.object({ address: z.string() }) })),
});
async function outputsTo(txId: string, address: string) {
  const { vout } = outputs.parse(await world.nodes.BTC.rpc("getrawtransaction", [txId, true]));
  return vout.filter(({ scriptPubKey }) => scriptPubKey.address === address);
}

/** The recipient's wallet spends its part of an unconfirmed payout. */
async function spendDearly({ receiveAddress }: OrderWire, txId: string): Promise<string> {
  const node = world.nodes.BTC;
  const [received] = await outputsTo(txId, receiveAddress);
  if (received === undefined) throw new Error("the payout does not pay its recipient");
  const input = { txid: txId, vout: received.n };
  const left = (received.value - DEAR_FEE).toFixed(8);
  const raw = await node.rpc("createrawtransaction", [[input], { [await node.newAddress()]: left }]);
  const { hex } = z.object({ hex: z.string() }).parse(await node.rpc("signrawtransactionwithwallet", [raw]));
  return z.string().parse(await node.rpc("sendrawtransaction", [hex, 0]));
}
