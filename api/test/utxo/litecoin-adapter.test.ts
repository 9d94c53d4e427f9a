import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createUtxoChain } from "../../src/chains/utxo/chain";
import { type LyingNode, startLyingNode } from "../evm/proxy";
import { asMainnet } from "./as-mainnet";
import { startUtxoNode, type UtxoTestNode, whyNoNodes } from "./node";

const why = whyNoNodes("what mainnet asks of a node of Litecoin");

let node: UtxoTestNode;
let proxy: LyingNode;

beforeAll(async () => {
  if (why !== undefined) return;
  node = await startUtxoNode("litecoin");
  proxy = await startLyingNode(node.url);
});
afterAll(async () => {
  await proxy?.close();
  await node?.close();
});

/** The adapter on the node behind the proxy. */
function open(network: "regtest" | "main") {
  const url = new URL(node.url);
  url.port = new URL(proxy.url).port;
  return createUtxoChain({ id: "litecoin", network, rpcUrls: [url.href], timeoutMs: 10_000 });
}

describe.skipIf(why !== undefined)("the version of a node of Litecoin", () => {
  it("is too old on mainnet where it is Debian's, which says so itself", async () => {
    const { version } = z.object({ version: z.int() }).parse(await node.rpc("getnetworkinfo"));
    proxy.tamper = asMainnet("litecoin", { version });
    await expect(open("main").tip()).rejects.toThrow(
      "version 210400 of the node is too old: it lacks the fixes of April 2026 to MWEB",
    );
  });

  it("is taken on mainnet from 0.21.5 on", async () => {
    proxy.tamper = asMainnet("litecoin", { version: 210_499 });
    await expect(open("main").tip()).rejects.toThrow("too old");
    proxy.tamper = asMainnet("litecoin", { version: 210_500 });
    expect((await open("main").tip()).height).toBe(await node.height());
  });

  it("does not matter on regtest, where coins are worth nothing", async () => {
    proxy.tamper = (_call, answer) => answer;
    expect((await open("regtest").tip()).height).toBe(await node.height());
  });
});
