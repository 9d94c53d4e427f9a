import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUtxoChain } from "../../src/chains/utxo/chain";
import { type LyingNode, startLyingNode } from "../evm/proxy";
import { startUtxoNode, type UtxoTestNode, whyNoNodes } from "./node";

const why = whyNoNodes("a second node of Bitcoin");

let node: UtxoTestNode;
let proxy: LyingNode;
beforeAll(async () => {
  if (why !== undefined) return;
  node = await startUtxoNode("bitcoin");
  proxy = await startLyingNode(node.url);
});
afterAll(async () => {
  await proxy?.close();
  await node?.close();
});

/** The node, and the same behind the proxy, which may lie. */
function open(asked: "honest" | "lying" = "honest") {
  const url = new URL(node.url);
  url.port = new URL(proxy.url).port;
  const rpcUrls = asked === "honest" ? [node.url, url.href] : [url.href, node.url];
  return createUtxoChain({ id: "bitcoin", network: "regtest", rpcUrls, timeoutMs: 10_000 });
}

async function tampered<Value>(tamper: LyingNode["tamper"], call: () => Promise<Value>): Promise<Value> {
  proxy.tamper = tamper;
  try {
    return await call();
  } finally {
    proxy.tamper = (_call, answer) => answer;
  }
}

/** A node that is some blocks behind. */
async function behind(blocks: number): Promise<LyingNode["tamper"]> {
  const bestblockhash = await node.rpc("getblockhash", [(await node.height()) - blocks]);
  return ({ method }, answer) =>
    method === "getblockchaininfo"
      ? { ...answer, result: { ...(answer.result as object), bestblockhash } }
      : answer;
}

const otherBlocks: LyingNode["tamper"] = ({ method, params }, answer) =>
  method === "getblockhash" && params[0] !== 0 ? { ...answer, result: "ab".repeat(32) } : answer;

describe.skipIf(why !== undefined)("with a second node, Bitcoin", () => {
  it("is at the greatest block that both have", async () => {
    const height = await node.height();
    expect((await open().tip()).height).toBe(height);
    const tip = await tampered(await behind(3), () => open().tip());
    expect(tip).toMatchObject({ height: height - 3, hash: await node.rpc("getblockhash", [height - 3]) });
  });

  it("stands still while one is further behind", async () => {
    const lags = await behind(4);
    await expect(tampered(lags, () => open().tip())).rejects.toThrow("the second node lags behind the first");
    await expect(tampered(lags, () => open("lying").tip())).rejects.toThrow("the first node lags behind");
  });

  it("reads no block that only one of them has", async () => {
    const height = await node.height();
    const chain = open();
    await expect(tampered(otherBlocks, () => chain.block(height - 5))).rejects.toThrow(
      `two nodes disagree about block ${height - 5}`,
    );
    expect((await chain.block(height - 5))?.height).toBe(height - 5);
  });

  it("reads no block whose new coins only one of them knows the block of", async () => {
    const height = await node.height();
    const old = height - 99;
    const chain = open();
    const other: LyingNode["tamper"] = ({ method, params }, answer) =>
      method === "getblockhash" && params[0] === old ? { ...answer, result: "ab".repeat(32) } : answer;
    await expect(tampered(other, () => chain.block(height))).rejects.toThrow(
      `two nodes disagree about block ${old}`,
    );
    expect((await chain.block(height))?.height).toBe(height);
  });

  it("has not yet a block that the second one has not", async () => {
    const height = await node.height();
    const chain = open();
    const without: LyingNode["tamper"] = ({ method, params }, answer) =>
      method === "getblockhash" && params[0] === height
        ? { id: answer.id, error: { code: -8, message: "Block height out of range" } }
        : answer;
    expect(await tampered(without, () => chain.block(height))).toBeUndefined();
    expect(await tampered(without, () => chain.tip())).toMatchObject({ height: height - 1 });
    expect((await chain.block(height))?.height).toBe(height);
  });

  it("names the second node where that one fails", async () => {
    const height = await node.height();
    const chain = open();
    const failing: LyingNode["tamper"] = ({ method, params }, answer) =>
      method === "getblockhash" && params[0] !== 0 ? { id: answer.id, result: 5 } : answer;
    await expect(tampered(failing, () => chain.block(height))).rejects.toThrow("the second node: ");
  });
});
