import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEvmChain, type EvmChainOptions } from "../../src/chains/evm/chain";
import { evmOf } from "../../src/chains/known";
import { type AdapterWorld, openAdapterWorld } from "./adapter-world";
import type { LyingNode } from "./proxy";

let world: AdapterWorld;
let genesis: string;
let later: { height: number; hash: string };
beforeAll(async () => {
  world = await openAdapterWorld();
  await world.harness.anvil.mine(2);
  const hashAt = async (height: number) => (await world.harness.chain.block(height))?.hash ?? "";
  genesis = await hashAt(0);
  later = { height: 2, hash: await hashAt(2) };
});
afterAll(() => world?.close());

/** The adapter behind the proxy, as where it is not yet known what the node is. */
const open = (mainnet?: EvmChainOptions["mainnet"]) =>
  createEvmChain({
    ...{ id: "ethereum", chainId: 1, tokens: {}, timeoutMs: 5_000, rpcUrls: [world.proxyUrl], mainnet },
  });

const answering =
  (
    method: string,
    given: { result: unknown } | { error: { code: number; message: string } },
  ): LyingNode["tamper"] =>
  (call, answer) =>
    call.method === method ? { id: answer.id, ...given } : answer;

describe("a node of the main network", () => {
  test("with another first block is unavailable for everything", async () => {
    expect((await open({ genesis }).tip()).height).toBeGreaterThan(0);
    const wrong = open({ genesis: `0x${"d4".repeat(32)}` });
    for (const call of [() => wrong.tip(), () => wrong.broadcast("0x02")])
      await expect(call()).rejects.toThrow("the node's first block is of another network");
  });

  test("with another block than the pinned one is unavailable, and one that pruned it is not", async () => {
    expect((await open({ genesis, checkpoint: later }).tip()).height).toBeGreaterThan(0);
    const wrong = { genesis, checkpoint: { ...later, hash: `0x${"d4".repeat(32)}` } };
    await expect(open(wrong).tip()).rejects.toThrow("the node has another block 2");
    const pruned: LyingNode["tamper"] = ({ method, params }, answer) =>
      method === "eth_getBlockByNumber" && params[0] === "0x2" ? { id: answer.id, result: null } : answer;
    expect((await world.tampered(pruned, () => open(wrong).tip())).height).toBeGreaterThan(0);
  });

  test("of a version that is too old is unavailable, and elsewhere its version does not matter", async () => {
    const old = answering("web3_clientVersion", { result: "Geth/v1.15.11-stable/linux-amd64/go1.24" });
    await expect(world.tampered(old, () => open({ genesis }).tip())).rejects.toThrow(
      "the node's Geth 1.15.11",
    );
    expect((await world.tampered(old, () => open().tip())).height).toBeGreaterThan(0);
    const silent = answering("web3_clientVersion", { error: { code: -32_601, message: "no such method" } });
    expect((await world.tampered(silent, () => open({ genesis }).tip())).height).toBeGreaterThan(0);
  });

  test("is pinned to the first block that only Ethereum of proof of stake has", () => {
    const config = {
      network: "mainnet",
      contracts: {},
      evmChains: [],
      utxoChains: [],
      hasMonero: false,
    } as const;
    expect(evmOf(config, "ethereum").mainnet?.checkpoint?.height).toBe(15_537_394);
    expect(evmOf({ ...config, network: "regtest" }, "ethereum").mainnet).toBeUndefined();
  });
});

test("a node that is far behind what it knows of is unavailable, and one that is little behind is not", async () => {
  const behind = (blocks: number) =>
    answering("eth_syncing", {
      result: { startingBlock: "0x0", currentBlock: "0x10", highestBlock: `0x${(16 + blocks).toString(16)}` },
    });
  await expect(world.tampered(behind(65), () => open().tip())).rejects.toThrow("still catching up");
  expect((await world.tampered(behind(64), () => open().tip())).height).toBeGreaterThan(0);
});
