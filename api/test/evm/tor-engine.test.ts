import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { OrderWire } from "../../src/routes/orders/schema";
import { bookTroubles, waitFor } from "../api-client";
import { CREDIT_DEPTH, type EngineWorld, openEngineWorld } from "./engine-world";
import { type SocksProxy, startSocks } from "./socks";

const ETHER = 10n ** 18n;
const USDT = 10n ** 6n;
const SWAP_MS_MAX = 120_000;
const SEND = "eth_sendRawTransaction";

let world: EngineWorld;
let api: EngineWorld["server"]["api"];
let socks: SocksProxy;
const heard: { fromPort: number; body: string }[] = [];

const fresh = async (): Promise<string> => (await world.newCustomer({})).account.address;

/** Ether for USDT, paid at once: a plain exchange, or a mix of one round and one leg that asks for Tor. */
async function pay(kind: "plain" | "tor"): Promise<OrderWire> {
  const customer = await world.newCustomer({ ETH: ETHER });
  const order = await api.create({
    sendCurrency: "ETH",
    receiveCurrency: "USDT-ERC20",
    sendAmount: "0.2",
    receiveAddress: await fresh(),
    ...(kind === "tor" && {
      privacySettings: {
        mixingRounds: 1,
        delayMinutes: 0,
        useRandomAmounts: false,
        privacyLevel: "basic",
        enableTorIntegration: true,
      },
    }),
  });
  await customer.pay("ETH", order.depositAddress, ETHER / 5n);
  return order;
}

/** The requests that name any of these: addresses or transaction ids. */
function naming(...names: readonly string[]) {
  const words = names.map((name) => name.slice(2).toLowerCase());
  const ports = new Set(socks.connections.map(({ fromPort }) => fromPort));
  const found = heard.filter(({ body }) => words.some((word) => body.toLowerCase().includes(word)));
  return {
    overTor: found.filter(({ fromPort }) => ports.has(fromPort)).map(({ body }) => body),
    direct: found.filter(({ fromPort }) => !ports.has(fromPort)).map(({ body }) => body),
  };
}

const broadcasts = (bodies: readonly string[]): number =>
  new Set(bodies.filter((body) => body.includes(SEND))).size;
const txIdsOf = (order: OrderWire): string[] => order.payouts.map(({ txHash }) => String(txHash));

/** What the pool paid to fresh addresses of its own for an order's rounds, of all that was sent since. */
const sentSince = (start: number) => {
  const ports = new Set(socks.connections.map(({ fromPort }) => fromPort));
  const sent = heard.slice(start).filter(({ body }) => body.includes(SEND));
  return new Set(sent.filter(({ fromPort }) => ports.has(fromPort)).map(({ body }) => body));
};

const expectSoundBooks = () =>
  waitFor("sound books", 120_000, async () => (await bookTroubles(api)).length === 0);

beforeAll(async () => {
  socks = await startSocks();
  world = await openEngineWorld({ SOTTO_TOR_SOCKS: socks.url });
  api = world.server.api;
  world.network.overhear = (request) => heard.push(request);
  const hot = await world.hotAddress();
  await world.anvil.pay({ to: hot, units: 200n * ETHER });
  await world.tokens.transfer({ token: world.tokens.tether, address: hot, units: 500_000n * USDT });
  await world.anvil.mine(CREDIT_DEPTH);
  await waitFor("reserves", 120_000, async () =>
    (await api.reserves()).some(
      ({ currency, available }) => currency === "USDT-ERC20" && Number(available) > 0,
    ),
  );
}, 240_000);
afterEach(() => {
  socks.cut = null;
});
afterAll(async () => {
  await world?.close();
  await socks?.close();
}, 240_000);

describe("an order that asks for Tor", () => {
  it("is rounded, sent and looked up through the proxy alone, and a plain one is not", async () => {
    const plain = await pay("plain");
    const plainDone = await api.untilState(plain.id, ["completed"], SWAP_MS_MAX);
    const ofPlain = naming(plain.receiveAddress, ...txIdsOf(plainDone));
    expect(broadcasts(ofPlain.direct)).toBe(1);
    expect(ofPlain.overTor).toEqual([]);
    expect(socks.connections).toEqual([]);

    const start = heard.length;
    const order = await pay("tor");
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    expect(done.payouts).toHaveLength(1);
    const ofOrder = naming(order.receiveAddress, ...txIdsOf(done));
    expect(broadcasts(ofOrder.overTor)).toBe(1);
    expect(ofOrder.overTor.some((body) => body.includes("eth_getTransactionReceipt"))).toBe(true);
    expect(ofOrder.direct).toEqual([]);
    // Its round too.
    expect(sentSince(start).size).toBe(2);
    // The pricing of rounds, the round and the leg each had a stream of their own.
    expect(new Set(socks.connections.map(({ user }) => user)).size).toBe(3);
    await expectSoundBooks();
  }, 180_000);

  it("waits while the proxy is away, holding up nobody else, and is then sent once", async () => {
    await socks.leave();
    const order = await pay("tor");
    await api.untilState(order.id, ["mixing"], SWAP_MS_MAX);
    const plain = await pay("plain");
    await api.untilState(plain.id, ["completed"], SWAP_MS_MAX);
    expect((await api.read(order.id)).state).toBe("mixing");
    expect(naming(order.receiveAddress)).toEqual({ overTor: [], direct: [] });

    socks.cut = SEND;
    await socks.back();
    await waitFor("broadcasts that are cut off", SWAP_MS_MAX, () => socks.cuts >= 3);
    expect(world.server.output()).toContain("a payment waits for Tor");
    socks.cut = null;
    const done = await api.untilState(order.id, ["completed"], SWAP_MS_MAX);
    const ofOrder = naming(order.receiveAddress, ...txIdsOf(done));
    expect(broadcasts(ofOrder.overTor)).toBe(1);
    expect(ofOrder.direct).toEqual([]);
    expect(done.payouts).toHaveLength(1);
    await expectSoundBooks();
  }, 240_000);
});
