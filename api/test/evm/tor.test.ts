import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChainUnavailable } from "../../src/chains/chain";
import { createEvmChain } from "../../src/chains/evm/chain";
import { openOverTor, wayOf } from "../../src/chains/tor";
import { waitFor } from "../api-client";
import { type SocksProxy, startSocks } from "../conformance/socks";
import { type Anvil, startAnvil } from "./anvil";
import { type LyingNode, startLyingNode } from "./proxy";

const ONION = "sottonode2aqwqmdwkqb7rxyi4prtnl4vqxgdcpjnfmvhxmvqqxoyd.onion";

let anvil: Anvil;
let node: LyingNode;
let socks: SocksProxy;
let asked: number[];
let closers: (() => unknown)[];

beforeEach(async () => {
  anvil = await startAnvil();
  node = await startLyingNode(anvil.url);
  socks = await startSocks();
  asked = [];
  closers = [() => socks.close(), () => node.close(), () => anvil.close()];
  node.overhear = ({ fromPort }) => asked.push(fromPort);
});
afterEach(async () => {
  for (const close of closers) await close();
});

function overTor(host: string) {
  const { port } = new URL(node.url);
  const options = { id: "ethereum", rpcUrls: [`http://${host}:${port}`], chainId: 1, tokens: {} } as const;
  const tor = openOverTor({
    chain: "ethereum",
    proxy: socks.url,
    timeoutMs: 10_000,
    random: { bytes: (count) => randomBytes(count) },
    open: (via) => createEvmChain({ ...options, timeoutMs: 10_000, via }),
  });
  closers.unshift(tor.close);
  return tor.over;
}

describe("a chain over Tor", () => {
  it("is reached through the proxy, which resolves the node's name", async () => {
    const chain = overTor(ONION)("order");
    expect((await chain.tip()).height).toBe(0);
    expect((await chain.tip()).height).toBe(0);
    expect(socks.connections.map(({ host }) => host)).toEqual([ONION]);
    expect(new Set(asked)).toEqual(new Set(socks.connections.map(({ fromPort }) => fromPort)));
  });

  it("gives every stream connections and random credentials of its own", async () => {
    const over = overTor("node.test");
    await Promise.all([over("one").tip(), over("two").tip(), over("three").tip()]);
    await over("one").tip();
    const names = new Set(socks.connections.map(({ user, password }) => `${user}:${password}`));
    expect(names.size).toBe(3);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}:[0-9a-f]{32}$/);
  });

  it("is unavailable without the proxy, never asks the node directly, and comes back", async () => {
    const chain = overTor("127.0.0.1")("order");
    await socks.leave();
    await expect(chain.tip()).rejects.toThrow(ChainUnavailable);
    await expect(chain.broadcast("0x02")).rejects.toThrow("connection failed");
    expect(asked).toEqual([]);
    await socks.back();
    const answers = () => chain.tip().then(({ height }) => height === 0);
    await waitFor("the way back", 120_000, () => answers().catch(() => false));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every((port) => socks.connections.some(({ fromPort }) => fromPort === port))).toBe(true);
  });

  it("is no way for an order where no proxy is configured, and none is needed by the others", () => {
    const direct = createEvmChain({
      id: "ethereum",
      rpcUrls: [node.url],
      chainId: 1,
      tokens: {},
      timeoutMs: 100,
    });
    expect(wayOf(direct, new Map(), { overTor: false, stream: "order" })).toBe(direct);
    expect(() => wayOf(direct, new Map(), { overTor: true, stream: "order" })).toThrow(ChainUnavailable);
  });
});
