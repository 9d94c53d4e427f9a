import { parseUnits } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitFor } from "../api-client";
import { expectSoundBooks } from "../sound-books";
import { whyNoNodes } from "../utxo/node";
import { type MoneroWorld, openMoneroWorld } from "./engine-world";
import { whyNoMonero } from "./node";

const what = "a reorg of Monero at policy depth";
const why = whyNoMonero(what) ?? whyNoNodes(what);
const WAIT_MS_MAX = 180_000;
const XMR = 10n ** 12n;
/** Confirmations at which a deposit of Monero is credited; its coins cannot be spent sooner either. */
const CREDIT_DEPTH = 10;

let world: MoneroWorld;

beforeAll(async () => {
  if (why !== undefined) return;
  world = await openMoneroWorld();
  await world.bitcoin.pay({ address: await world.hotAddress("BTC"), units: 20n * 10n ** 8n });
  await world.monero.pay({ address: await world.hotAddress("XMR"), units: 20n * XMR });
  await world.mining(true);
  await waitFor("reserves", WAIT_MS_MAX, async () => {
    const held = new Map((await world.server.api.reserves()).map((one) => [one.currency, one.available]));
    return ["BTC", "XMR"].every((coin) => Number(held.get(coin) ?? 0) > 0);
  });
}, 300_000);
afterAll(() => world?.close(), 240_000);

it.skipIf(why !== undefined)(
  "stops at a reorg that takes a credited deposit, and once it is resumed counts it once again",
  async () => {
    const { api } = world.server;
    const { monero } = world;
    const isHalted = async () =>
      (await api.health()).chains.some(({ chain, status }) => chain === "monero" && status === "halted");
    await world.mining(false);
    const order = await api.create({
      sendCurrency: "XMR",
      receiveCurrency: "BTC",
      sendAmount: "3.5",
      receiveAddress: await world.bitcoin.newAddress(),
    });
    const { txId } = await monero.pay({ address: order.depositAddress, units: parseUnits("3.5", 12) });
    await monero.mine(CREDIT_DEPTH);
    await api.untilState(order.id, ["sending"], WAIT_MS_MAX);
    await monero.reorg(CREDIT_DEPTH);
    await waitFor("the halt", WAIT_MS_MAX, isHalted);
    const [gone] = (await api.read(order.id)).deposits;
    expect(gone?.confirmations ?? 0).toBe(0);
    await api.resumeChain(await api.login(), "monero", "Examined.");
    await world.mining(true);
    const done = await api.untilState(order.id, ["completed"], WAIT_MS_MAX);
    await waitFor("its new block", WAIT_MS_MAX, async () => {
      const [deposit] = (await api.read(order.id)).deposits;
      return (deposit?.confirmations ?? 0) >= CREDIT_DEPTH;
    });
    expect(done.deposits.map(({ txHash }) => txHash)).toEqual([txId]);
    expect(done.payouts).toHaveLength(1);
    expect(await isHalted()).toBe(false);
    await expectSoundBooks(api);
  },
  300_000,
);
