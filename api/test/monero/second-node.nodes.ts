import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type MoneroHarness, makeMoneroHarness } from "./harness";
import { whyNoMonero } from "./node";
import { type LyingMonerod, startLyingMonerod } from "./proxy";

const why = whyNoMonero("a second node of Monero");

let harness: MoneroHarness;
let proxy: LyingMonerod;
beforeAll(async () => {
  if (why !== undefined) return;
  harness = await makeMoneroHarness();
  proxy = await startLyingMonerod(harness.node.node);
}, 240_000);
afterAll(async () => {
  await proxy?.close();
  await harness?.close();
}, 120_000);
beforeEach(() => {
  if (proxy !== undefined) proxy.tamper = (_method, result) => result;
});

/** The head of a block, changed. */
const heads =
  (change: (head: { height: bigint }) => object): LyingMonerod["tamper"] =>
  (method, result) =>
    method.startsWith("get_block_header") || method === "get_last_block_header"
      ? {
          ...result,
          block_header: { ...(result.block_header as object), ...change(result.block_header as never) },
        }
      : result;

describe.skipIf(why !== undefined)("with a second node, Monero", () => {
  it("stands still while the second one is more than three blocks behind", async () => {
    const chain = await harness.connectTo([harness.node.url, proxy.url]);
    const { height } = await harness.chain.tip();
    const lags = (blocks: bigint): LyingMonerod["tamper"] => {
      const change = heads((head) => ({ height: head.height - blocks }));
      return (method, result) => (method === "get_last_block_header" ? change(method, result) : result);
    };
    proxy.tamper = lags(4n);
    await expect(chain.tip()).rejects.toThrow("the second node lags behind the first");
    proxy.tamper = lags(3n);
    expect((await chain.tip()).height).toBe(height);
  });

  it("is unavailable where a node says that it is on another network", async () => {
    const stagenet: LyingMonerod["tamper"] = (method, result) =>
      method === "get_info" ? { ...result, nettype: "stagenet" } : result;
    proxy.tamper = stagenet;
    for (const urls of [[proxy.url], [harness.node.url, proxy.url]]) {
      const chain = await harness.connectTo(urls);
      await expect(chain.tip()).rejects.toThrow("the node is on another network");
    }
  });

  it("is unavailable where its wallet has read another chain than the node's, by its height", async () => {
    const chain = await harness.connectTo([proxy.url]);
    const { height } = await harness.chain.tip();
    proxy.tamper = heads((head) => ({ height: head.height + 2n }));
    await expect(chain.tip()).rejects.toThrow("the wallet and its node are at different blocks");
    proxy.tamper = (_method, result) => result;
    expect((await chain.tip()).height).toBe(height);
  });
});
