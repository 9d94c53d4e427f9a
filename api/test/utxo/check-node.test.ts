import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createUtxoChain } from "../../src/chains/utxo/chain";
import { type LyingNode, startLyingNode } from "../evm/proxy";
import { asMainnet } from "./as-mainnet";
import { startUtxoNode, type UtxoTestNode, whyNoNodes } from "./node";
import { startZcash } from "./zcash-node";

const why = whyNoNodes("what is relied on in a node of Bitcoin");

/** A node, and a proxy in front of it. */
async function proxied(url: string): Promise<{ proxy: LyingNode; url: string }> {
  const proxy = await startLyingNode(url);
  const through = new URL(url);
  through.port = new URL(proxy.url).port;
  return { proxy, url: through.href };
}

/** A node that says otherwise in one of its answers. */
const saying =
  (asked: string, facts: object): LyingNode["tamper"] =>
  ({ method }, answer) =>
    method === asked ? { id: answer.id, result: { ...(answer.result as object), ...facts } } : answer;

describe.skipIf(why !== undefined)("what is relied on in a node of Bitcoin", () => {
  let node: UtxoTestNode;
  let way: Awaited<ReturnType<typeof proxied>>;
  beforeAll(async () => {
    if (why !== undefined) return;
    node = await startUtxoNode("bitcoin");
    way = await proxied(node.url);
  });
  beforeEach(() => {
    if (way !== undefined) way.proxy.tamper = (_call, answer) => answer;
  });
  afterAll(async () => {
    await way?.proxy.close();
    await node?.close();
  });
  const tip = (network: "regtest" | "main", tamper: LyingNode["tamper"]) => {
    way.proxy.tamper = tamper;
    return createUtxoChain({ id: "bitcoin", network, rpcUrls: [way.url], timeoutMs: 10_000 }).tip();
  };

  it.each([
    ["getnetworkinfo", { localrelay: false }, "started with -blocksonly"],
    ["getnetworkinfo", { networkactive: false }, "network is switched off"],
    ["getnetworkinfo", { relayfee: 0.00500001 }, "relays nothing for the fees that we pay"],
    ["getmempoolinfo", { rbf_policy: "never" }, "started with -mempoolreplacement=0"],
    ["getblockchaininfo", { pruned: true }, "has pruned its blocks"],
  ])("is refused by name where %s says %o", async (method, facts, reason) => {
    await expect(tip("regtest", saying(method, facts))).rejects.toThrow(reason);
    const isFine = method === "getnetworkinfo" ? { localrelay: true, relayfee: 0.005 } : {};
    expect((await tip("regtest", saying(method, isFine))).height).toBe(await node.height());
  });

  it("is refused by name where its own flags say so", async () => {
    const silent = await startUtxoNode("bitcoin", ["-blocksonly=1"]);
    try {
      const chain = createUtxoChain({
        ...{ id: "bitcoin", network: "regtest", rpcUrls: [silent.url], timeoutMs: 10_000 },
      });
      await expect(chain.tip()).rejects.toThrow("started with -blocksonly");
    } finally {
      await silent.close();
    }
  });

  it("is that blocks of the main network have work behind them", async () => {
    way.proxy.tamper = asMainnet("bitcoin");
    const chain = createUtxoChain({
      ...{ id: "bitcoin", network: "main", rpcUrls: [way.url], timeoutMs: 10_000 },
    });
    expect((await chain.tip()).height).toBe(await node.height());
    // Nothing matures in so low a block: it is refused for its own head.
    await expect(chain.block(5)).rejects.toThrow("too little work is behind it");
  });

  it("is a version without known ways to crash it, on the main network", async () => {
    await expect(tip("main", asMainnet("bitcoin", { version: 289_900 }))).rejects.toThrow(
      "version 289900 of the node is too old: 29.0 or newer is wanted",
    );
    expect((await tip("main", asMainnet("bitcoin", { version: 290_000 }))).height).toBe(await node.height());
  });

  it("is a pinned block and peers on the main network, and that it has caught up", async () => {
    const other = { blocks: { 824000: "00".repeat(32) } };
    await expect(tip("main", asMainnet("bitcoin", other))).rejects.toThrow("the chain's block 824000");
    await expect(tip("main", asMainnet("bitcoin", { connections: 0 }))).rejects.toThrow("has no peers");
    const behind = { info: { initialblockdownload: true } };
    await expect(tip("main", asMainnet("bitcoin", behind))).rejects.toThrow("still catching up");
  });
});

describe("what is relied on in a node of Zcash", () => {
  it("is the last upgrade that is active and a pinned block, on the main network", async () => {
    const node = await startZcash();
    const way = await proxied(node.url);
    const tip = (tamper: LyingNode["tamper"]) => {
      way.proxy.tamper = tamper;
      return createUtxoChain({ id: "zcash", network: "main", rpcUrls: [way.url], timeoutMs: 10_000 }).tip();
    };
    try {
      // Released nodes have no height for NU7 on the main network, and do not name it.
      const active = { "37a5165b": { status: "active" } };
      expect((await tip(asMainnet("zcash", { upgrades: active }))).height).toBe(node.ledger.height);
      const older = { "4dec4df0": { status: "active" } };
      const lacking = tip(asMainnet("zcash", { upgrades: older }));
      await expect(lacking).rejects.toThrow("too old: it lacks the network's upgrade NU6.3");
      const blocks = { 1046400: "00".repeat(32) };
      await expect(tip(asMainnet("zcash", { blocks }))).rejects.toThrow("the chain's block 1046400");
      expect((await tip(asMainnet("zcash"))).height).toBe(node.ledger.height);
    } finally {
      await way.proxy.close();
      await node.close();
    }
  });
});
