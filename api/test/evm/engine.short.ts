import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { waitFor } from "../api-client";
import { type SocksProxy, startSocks } from "../conformance/socks";
import { expectSoundBooks } from "../sound-books";
import { CREDIT_DEPTH, type EngineWorld, openEngineWorld } from "./engine-world";
import { ETHER, SWAP_MS_MAX, swapsOn, USDT } from "./swaps";
import { broadcasts, torOrders, txIdsOf } from "./tor-orders";

// One walk for each kind of coin; the others, and what goes wrong on a node: engine.nodes.ts.
let socks: SocksProxy;
let world: EngineWorld;
let api: EngineWorld["server"]["api"];
let swaps: ReturnType<typeof swapsOn>;

beforeAll(async () => {
  socks = await startSocks();
  world = await openEngineWorld({ SOTTO_TOR_SOCKS: socks.url });
  api = world.server.api;
  swaps = swapsOn(world);
}, 240_000);
afterEach(() => world.mining(true));
afterAll(async () => {
  await world?.close();
  await socks?.close();
}, 240_000);

describe("the engine on a real Ethereum node", () => {
  it("takes the operator's funds as its float, and can promise them once they are confirmed", async () => {
    await swaps.fund();
    await expectSoundBooks(api);
  }, 240_000);

  it("swaps ETH to USDT, and sweeps the deposit", async () => {
    const customer = await world.newCustomer({ ETH: 2n * ETHER });
    const order = await swaps.create("ETH", "0.5", "USDT-ERC20");
    await customer.pay("ETH", order.depositAddress, ETHER / 2n);
    const now = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    const { events } = await api.inspect(await api.login(), order.id);
    expect(events.map(({ state }) => state)).toEqual(
      expect.arrayContaining(["confirming", "sending", "completed"]),
    );
    expect(now.confirmationsRequired).toBe(CREDIT_DEPTH);
    await swaps.expectPaid(now);
    await waitFor(
      "the sweep",
      SWAP_MS_MAX,
      async () => (await world.balance("ETH", order.depositAddress)) < ETHER / 100n,
    );
    await expectSoundBooks(api);
  }, 240_000);

  it("swaps USDT to ETH, topping the deposit address up with gas for its sweep", async () => {
    const customer = await world.newCustomer({ ETH: ETHER, "USDT-ERC20": 1_000n * USDT });
    const order = await swaps.create("USDT-ERC20", "900", "ETH");
    await customer.pay("USDT-ERC20", order.depositAddress, 900n * USDT);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    await swaps.expectPaid(done);
    await waitFor(
      "the sweep",
      SWAP_MS_MAX,
      async () => (await world.balance("USDT-ERC20", order.depositAddress)) === 0n,
    );
    await expectSoundBooks(api);
  }, 240_000);
});

describe("an order that asks for Tor", () => {
  it("is rounded, sent and looked up only through the proxy, and a plain one is not", async () => {
    const orders = torOrders(world, socks);
    const plain = await orders.pay("plain");
    const plainDone = await api.untilState(plain.id, ["completed"], SWAP_MS_MAX);
    const ofPlain = orders.naming(plain.receiveAddress, ...txIdsOf(plainDone));
    expect(broadcasts(ofPlain.direct)).toBe(1);
    expect(ofPlain.overTor).toEqual([]);
    expect(socks.connections).toEqual([]);

    const start = orders.heardSoFar();
    const order = await orders.pay("tor");
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(done.payouts).toHaveLength(1);
    const ofOrder = orders.naming(order.receiveAddress, ...txIdsOf(done));
    expect(broadcasts(ofOrder.overTor)).toBe(1);
    expect(ofOrder.overTor.some((body) => body.includes("eth_getTransactionReceipt"))).toBe(true);
    expect(ofOrder.direct).toEqual([]);
    // Its round too.
    expect(orders.sentSince(start).size).toBe(2);
    // The pricing of rounds, the round and the leg each had a stream of their own.
    expect(new Set(socks.connections.map(({ user }) => user)).size).toBe(3);
    await expectSoundBooks(api);
  }, 180_000);
});
