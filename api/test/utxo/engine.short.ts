import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSoundBooks } from "../sound-books";
import { CREDIT_DEPTH, openUtxoWorld, type UtxoWorld } from "./engine-world";
import { whyNoNodes } from "./node";
import { SWAP_MS_MAX, swapsOn } from "./swaps";

// One walk for each kind of node; the others, and what goes wrong on nodes: engine.nodes.ts.
const why = whyNoNodes("swaps between Bitcoin, Litecoin and Bitcoin Cash");

let world: UtxoWorld;
let api: UtxoWorld["server"]["api"];
let swaps: ReturnType<typeof swapsOn>;

beforeAll(async () => {
  if (why !== undefined) return;
  world = await openUtxoWorld();
  api = world.server.api;
  swaps = swapsOn(world);
}, 300_000);
afterAll(() => world?.close(), 240_000);

describe.skipIf(why !== undefined)("the engine on nodes of Bitcoin, Litecoin and Bitcoin Cash", () => {
  it("takes the operator's funds as its float, and can promise them once they are confirmed", async () => {
    await swaps.fund();
    await expectSoundBooks(api);
  }, 300_000);

  it("swaps BTC to LTC, paid to a Taproot address by the node's own wallet", async () => {
    const order = await swaps.create("BTC", "0.02", "LTC");
    expect(order.depositAddress).toMatch(/^bcrt1p/);
    await swaps.pay(order);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(done.confirmationsRequired).toBe(CREDIT_DEPTH);
    await swaps.expectPaid(done);
    await expectSoundBooks(api);
  }, 300_000);

  it("swaps BCH to BTC, paid by the wallet of bcash", async () => {
    const order = await swaps.create("BCH", "0.5", "BTC");
    expect(order.depositAddress).toMatch(/^bchreg:q/);
    await swaps.pay(order);
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(done.confirmationsRequired).toBe(CREDIT_DEPTH);
    await swaps.expectPaid(done);
    await expectSoundBooks(api);
  }, 300_000);
});
