import { formatUnits, parseUnits } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
