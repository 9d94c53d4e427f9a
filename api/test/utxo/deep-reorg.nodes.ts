import { parseUnits } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitFor } from "../api-client";
import { expectSoundBooks } from "../sound-books";
import { CREDIT_DEPTH, openUtxoWorld, type UtxoWorld } from "./engine-world";
import { whyNoNodes } from "./node";

const why = whyNoNodes("a reorg of Bitcoin at policy depth");
const WAIT_MS_MAX = 180_000;
const WHOLE = 100_000_000n;

let world: UtxoWorld;

beforeAll(async () => {
  if (why !== undefined) return;
  world = await openUtxoWorld();
  await world.nodes.BTC.pay({ address: await world.hotAddress("BTC"), units: 20n * WHOLE });
  await world.nodes.LTC.pay({ address: await world.hotAddress("LTC"), units: 1_000n * WHOLE });
  await world.mining(true);
  await waitFor("reserves", WAIT_MS_MAX, async () => {
    const held = new Map((await world.server.api.reserves()).map((one) => [one.currency, one.available]));
    return ["BTC", "LTC"].every((coin) => Number(held.get(coin) ?? 0) > 0);
  });
}, 300_000);
afterAll(() => world?.close(), 240_000);

it.skipIf(why !== undefined)(
  "stops at a reorg that takes a credited deposit, and once it is resumed counts it once again",
  async () => {
    const { api } = world.server;
    const { BTC: node } = world.nodes;
    const isHalted = async () =>
      (await api.health()).chains.some(({ chain, status }) => chain === "bitcoin" && status === "halted");
    await world.mining(false);
    const order = await api.create({
      sendCurrency: "BTC",
      receiveCurrency: "LTC",
      sendAmount: "0.02",
      receiveAddress: await world.nodes.LTC.newAddress(),
    });
    const { txId } = await node.pay({ address: order.depositAddress, units: parseUnits("0.02", 8) });
    await node.mine(CREDIT_DEPTH);
    await api.untilState(order.id, ["sending"], WAIT_MS_MAX);
    await node.reorg(CREDIT_DEPTH);
    await waitFor("the halt", WAIT_MS_MAX, isHalted);
    const [gone] = (await api.read(order.id)).deposits;
    expect(gone?.confirmations ?? 0).toBe(0);
    await api.resumeChain(await api.login(), "bitcoin", "Examined.");
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
