import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { waitFor } from "../api-client";
import { type SocksProxy, startSocks } from "../conformance/socks";
import { expectSoundBooks } from "../sound-books";
import { type EngineWorld, openEngineWorld } from "./engine-world";
import { SWAP_MS_MAX, swapsOn } from "./swaps";
import { broadcasts, torOrders, txIdsOf } from "./tor-orders";

const SEND = "eth_sendRawTransaction";

let world: EngineWorld;
let api: EngineWorld["server"]["api"];
let socks: SocksProxy;

beforeAll(async () => {
  socks = await startSocks();
  world = await openEngineWorld({ SOTTO_TOR_SOCKS: socks.url });
  api = world.server.api;
  await swapsOn(world).fund();
}, 240_000);
afterEach(() => {
  socks.cut = null;
});
afterAll(async () => {
  await world?.close();
  await socks?.close();
}, 240_000);

describe("an order that asks for Tor", () => {
  it("waits while the proxy is away, holding up no other order, and is then sent once", async () => {
    const orders = torOrders(world, socks);
    await socks.leave();
    const order = await orders.pay("tor");
    await api.untilState(order.id, ["mixing"], SWAP_MS_MAX);
    const plain = await orders.pay("plain");
    await api.untilState(plain.id, ["completed"], SWAP_MS_MAX);
    expect((await api.read(order.id)).state).toBe("mixing");
    expect(orders.naming(order.receiveAddress)).toEqual({ overTor: [], direct: [] });

    socks.cut = SEND;
    await socks.back();
    await waitFor("broadcasts that are cut off", SWAP_MS_MAX, () => socks.cuts >= 3);
    expect(world.server.output()).toContain("a payment waits for Tor");
    socks.cut = null;
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    const ofOrder = orders.naming(order.receiveAddress, ...txIdsOf(done));
    expect(broadcasts(ofOrder.overTor)).toBe(1);
    expect(ofOrder.direct).toEqual([]);
    expect(done.payouts).toHaveLength(1);
    await expectSoundBooks(api);
  }, 240_000);
});
