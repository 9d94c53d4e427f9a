import { formatUnits, parseUnits } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { OrderWire } from "../../src/routes/orders/schema";
import { waitFor } from "../api-client";
import { expectSoundBooks } from "../sound-books";
import { whyNoNodes } from "../utxo/node";
import { type MoneroWorld, openMoneroWorld } from "./engine-world";
import { whyNoMonero } from "./node";

const what = "swaps of Monero";
const why = whyNoMonero(what) ?? whyNoNodes(what);
const SWAP_MS_MAX = 180_000;
const XMR = 10n ** 12n;
const FLOAT = { payments: 4, units: 20n * XMR };

let world: MoneroWorld;
let api: MoneroWorld["server"]["api"];

/** What came to the customer's wallet is what was said, to the last unit, in one payment, and is proved by its key. */
const expectPaidInXmr = async (order: OrderWire): Promise<void> => {
  const landed = await world.monero.receivedAt(order.receiveAddress);
  expect(formatUnits(landed, 12)).toBe(order.receiveAmount);
  expect(order.payouts).toHaveLength(1);
  for (const { txHash, txKey = "" } of order.payouts) {
    const proof = { txId: txHash ?? "", txKey, address: order.receiveAddress };
    expect(await world.monero.provenBy(proof)).toBe(landed);
  }
};

const swapToXmr = async (amount: string, address: string): Promise<OrderWire> => {
  const order = await api.create({
    sendCurrency: "BTC",
    receiveCurrency: "XMR",
    sendAmount: amount,
    receiveAddress: address,
  });
  await world.bitcoin.pay({ address: order.depositAddress, units: parseUnits(amount, 8) });
  return order;
};

beforeAll(async () => {
  if (why !== undefined) return;
  world = await openMoneroWorld();
  api = world.server.api;
}, 300_000);
afterEach(() => world?.mining(true));
afterAll(() => world?.close(), 240_000);

describe.skipIf(why !== undefined)("the engine on nodes of Monero and Bitcoin", () => {
  it("takes the operator's funds as its float, and can promise them once they can be spent", async () => {
    const address = await world.hotAddress("XMR");
    for (let at = 0; at < FLOAT.payments; at += 1) await world.monero.pay({ address, units: FLOAT.units });
    await world.bitcoin.pay({ address: await world.hotAddress("BTC"), units: 20n * 10n ** 8n });
    await world.mining(true);
    await waitFor("reserves", SWAP_MS_MAX, async () => {
      const held = new Map((await api.reserves()).map((one) => [one.currency, Number(one.available)]));
      return ["BTC", "XMR"].every((coin) => (held.get(coin) ?? 0) > 0);
    });
    await expectSoundBooks(api);
  }, 300_000);

  it("swaps BTC to XMR, which come to the customer's own wallet", async () => {
    const order = await swapToXmr("0.01", await world.monero.customerAddress(1));
    await expectPaidInXmr(await api.untilState(order.id, ["completed"], SWAP_MS_MAX));
    await expectSoundBooks(api);
  }, 300_000);

  it("swaps XMR to BTC, paid by the customer's own wallet to a subaddress of its own order", async () => {
    const receiveAddress = await world.bitcoin.newAddress();
    const sendAmount = "3.5";
    const order = await api.create({
      sendCurrency: "XMR",
      receiveCurrency: "BTC",
      sendAmount,
      receiveAddress,
    });
    expect(order.depositAddress).toMatch(/^8/);
    await world.monero.pay({ address: order.depositAddress, units: parseUnits(sendAmount, 12) });
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(done.confirmationsRequired).toBe(10);
    expect(done.payouts).toHaveLength(1);
    await expectSoundBooks(api);
  }, 300_000);

  it("pays two customers at once, and one whose address has a payment id", async () => {
    const { integrated_address: integrated } = await world.monero.integratedAddress();
    const orders = [
      await swapToXmr("0.004", await world.monero.customerAddress(2)),
      await swapToXmr("0.005", await world.monero.customerAddress(3)),
      await swapToXmr("0.006", integrated),
    ];
    const done = await Promise.all(orders.map(({ id }) => api.untilState(id, ["completed"], SWAP_MS_MAX)));
    for (const order of done.slice(0, 2)) await expectPaidInXmr(order);
    await expectSoundBooks(api);
  }, 300_000);
});

const pool = z.object({ transactions: z.array(z.object({ id_hash: z.string() })).default([]) });

/** The transactions that monerod has in no block. */
const waiting = async (): Promise<string[]> =>
  (await world.monero.node.post("/get_transaction_pool", {}, pool)).transactions.map((one) => one.id_hash);

/** Ends monerod by SIGKILL, and starts it again once the service has noticed. */
async function killNode(): Promise<void> {
  await world.monero.killNode();
  await waitFor("a look at a node that is gone", SWAP_MS_MAX, async () =>
    (await api.health()).chains.some(({ chain, status }) => chain === "monero" && status === "unavailable"),
  );
  await world.monero.startNode();
}

describe.skipIf(why !== undefined)("a node of Monero that is killed", () => {
  it("before a deposit is deep enough: the order is kept, and credited once the node is back", async () => {
    await world.mining(false);
    const order = await api.create({
      sendCurrency: "XMR",
      receiveCurrency: "BTC",
      sendAmount: "3.5",
      receiveAddress: await world.bitcoin.newAddress(),
    });
    const { txId } = await world.monero.pay({
      address: order.depositAddress,
      units: parseUnits("3.5", 12),
    });
    await world.monero.mine(3);
    await waitFor("three confirmations", SWAP_MS_MAX, async () => {
      const [deposit] = (await api.read(order.id)).deposits;
      return deposit?.confirmations === 3;
    });
    await killNode();
    expect((await api.read(order.id)).state).toBe("confirming");
    await world.mining(true);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(done.deposits.map(({ txHash }) => txHash)).toEqual([txId]);
    expect(done.payouts).toHaveLength(1);
    await expectSoundBooks(api);
  }, 300_000);

  it("during a payout: it is sent the same payment again, and the order is paid once", async () => {
    await world.mining(false);
    const order = await swapToXmr("0.01", await world.monero.customerAddress(4));
    await world.bitcoin.mine(1);
    await waitFor("the payout in the pool", SWAP_MS_MAX, async () => (await waiting()).length > 0);
    const sent = await waiting();
    await killNode();
    // monerod keeps its pool on disk; one that was killed at a worse moment has lost it.
    for (const txId of sent) await world.monero.forget(txId);
    expect((await api.read(order.id)).state).toBe("sending");
    await waitFor("the payout in the pool again", SWAP_MS_MAX, async () => (await waiting()).length > 0);
    expect(await waiting()).toEqual(sent);
    await world.mining(true);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(done.payouts.map(({ txHash }) => txHash)).toEqual(sent);
    await expectPaidInXmr(done);
    await expectSoundBooks(api);
  }, 300_000);
});
