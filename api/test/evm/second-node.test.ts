import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createEvmChain, type EvmChain } from "../../src/chains/evm/chain";
import { type AdapterWorld, openAdapterWorld } from "./adapter-world";
import type { LyingNode } from "./proxy";

let world: AdapterWorld;
let harness: AdapterWorld["harness"];
let tampered: AdapterWorld["tampered"];
/** Two nodes, of which the second may lie; and the same where it is the one that is asked. */
let chain: EvmChain;
let misled: EvmChain;

beforeAll(async () => {
  world = await openAdapterWorld();
  ({ harness, tampered } = world);
  const open = (rpcUrls: readonly string[]) =>
    createEvmChain({
      ...{ id: "ethereum", chainId: 1, timeoutMs: 5_000, rpcUrls },
      tokens: { "USDC-ERC20": harness.tokens.standard },
    });
  chain = open([harness.anvil.url, world.proxyUrl]);
  misled = open([world.proxyUrl, harness.anvil.url]);
});
afterAll(() => world?.close());
beforeEach(() => harness.anvil.mine(1));

/** Answers of one method, changed. */
const changing =
  (method: string, change: (result: never, params: unknown[]) => unknown): LyingNode["tamper"] =>
  (call, answer) =>
    call.method === method ? { id: answer.id, result: change(answer.result as never, call.params) } : answer;

const HASH = `0x${"ab".repeat(32)}`;
const otherBlock = changing("eth_getBlockByNumber", (block: object) => ({ ...block, hash: HASH }));

/** A node that is some blocks behind. */
const lagging = (blocks: number, tip: number): LyingNode["tamper"] => {
  const latest = `0x${(tip - blocks).toString(16)}`;
  return changing("eth_getBlockByNumber", (block: object, [at]) =>
    at === "latest" ? { ...block, number: latest } : block,
  );
};

describe("with a second node, an EVM chain", () => {
  test("is at the greatest block that both have", async () => {
    const { height } = await harness.chain.tip();
    expect(await chain.tip()).toEqual(await harness.chain.tip());
    const before = await harness.chain.block(height - 2);
    const tip = await tampered(lagging(2, height), () => chain.tip());
    expect(tip).toMatchObject({ height: height - 2, hash: before?.hash, finalizedHeight: height - 2 });
  });

  test("is unavailable while one is further behind", async () => {
    await harness.anvil.mine(6);
    const { height } = await harness.chain.tip();
    const lags = lagging(5, height);
    await expect(tampered(lags, () => chain.tip())).rejects.toThrow("the second node lags behind the first");
    await expect(tampered(lags, () => misled.tip())).rejects.toThrow("the first node lags behind the second");
    expect((await chain.tip()).height).toBe(height);
  });

  test("has not yet a block that the second one has not", async () => {
    const { height } = await harness.chain.tip();
    const without = changing("eth_getBlockByNumber", (block: object, [at]) =>
      at === `0x${height.toString(16)}` ? null : block,
    );
    expect(await tampered(without, () => chain.block(height))).toBeUndefined();
    expect(await tampered(without, () => chain.tip())).toMatchObject({ height: height - 1 });
    expect((await chain.block(height))?.height).toBe(height);
  });

  test("names the second node where that one fails", async () => {
    const { height } = await harness.chain.tip();
    const broken = changing("eth_getBlockByNumber", () => "none");
    const reads = [
      () => chain.block(height),
      async () => chain.nativeTransfers?.(height),
      () => chain.accounts({ addresses: [harness.strangerAddress(9_703)], finalHeight: height }),
    ];
    for (const read of reads)
      await expect(tampered(broken, async () => read())).rejects.toThrow("the second node: ");
  });

  test("calls final only what both call final", async () => {
    const { height, finalizedHeight } = await harness.chain.tip();
    const ahead: LyingNode["tamper"] = ({ method, params }, answer) =>
      method === "eth_getBlockByNumber" && params[0] === "finalized"
        ? { id: answer.id, result: { ...(answer.result as object), number: `0x${height.toString(16)}` } }
        : answer;
    expect(await tampered(ahead, () => misled.tip())).toMatchObject({ height, finalizedHeight });
    const silent: LyingNode["tamper"] = ({ method, params }, answer) =>
      method === "eth_getBlockByNumber" && params[0] === "finalized"
        ? { id: answer.id, result: null }
        : answer;
    expect(await tampered(silent, () => misled.tip())).toMatchObject({ height, finalizedHeight: null });
  });
});

describe("with a second node, a block", () => {
  test("brings no transfer that only one of them has in a block", async () => {
    const { anvil, tokens, strangerAddress } = harness;
    const address = strangerAddress(9_700);
    const { txId } = await tokens.transfer({ token: tokens.standard, address, units: 5n });
    await anvil.mine(1);
    const { height } = await chain.tip();
    const more = changing("eth_getLogs", (logs: { data: string }[]) =>
      logs.map((log) => ({ ...log, data: `0x${"6".padStart(64, "0")}` })),
    );
    await expect(tampered(more, () => misled.block(height))).rejects.toThrow(
      `two nodes disagree about what is in block ${height}`,
    );
    expect((await misled.block(height))?.transfers).toMatchObject([{ txId, units: 5n }]);
  });

  test("is the same where only one of them shows what the chain does by itself", async () => {
    const { height } = await chain.tip();
    const shown = (from: string) =>
      changing("eth_getBlockByHash", (block: { transactions: object[] }) => ({
        ...block,
        transactions: [...block.transactions, { hash: HASH, from, nonce: "0x0" }],
      }));
    const system = `0x${"00".repeat(20)}`;
    expect((await tampered(shown(system), () => misled.block(height)))?.height).toBe(height);
    await harness.anvil.mine(1);
    await expect(
      tampered(shown(harness.addressOf({ branch: "hot", index: 0 })), () => misled.block(height + 1)),
    ).rejects.toThrow(`what is in block ${height + 1}`);
  });

  test("brings no coins that only one of them has in a final block", async () => {
    const { anvil, strangerAddress } = harness;
    const addresses = [strangerAddress(9_701)];
    await anvil.pay({ to: addresses[0] ?? "", units: 3n });
    await anvil.mine(1);
    const { height: finalHeight } = await chain.tip();
    const richer = changing("eth_getBalance", () => "0x4");
    const read = (one: EvmChain) => one.accounts({ addresses, finalHeight });
    for (const one of [chain, misled]) {
      await expect(tampered(richer, () => read(one))).rejects.toThrow(
        `two nodes disagree about balances in block ${finalHeight}`,
      );
      await expect(tampered(otherBlock, () => read(one))).rejects.toThrow();
    }
    const pruned: LyingNode["tamper"] = ({ method }, answer) =>
      method === "eth_getBalance"
        ? { id: answer.id, error: { code: -32_000, message: "missing trie node" } }
        : answer;
    await expect(tampered(pruned, () => read(chain))).rejects.toThrow("does not have the state");
    const states = [...(await read(chain)).accounts.values()];
    expect(states).toMatchObject([{ final: { balanceUnits: 3n } }]);
  });

  test("shows no senders that only one of them has", async () => {
    const { height } = await chain.tip();
    const without = changing("eth_getBlockByNumber", (block: object, [, whole]) =>
      whole === true ? { ...block, transactions: [] } : block,
    );
    await harness.anvil.pay({ to: harness.strangerAddress(9_702), units: 3n });
    await harness.anvil.mine(1);
    await expect(tampered(without, async () => misled.nativeTransfers?.(height + 1))).rejects.toThrow(
      `two nodes disagree about what is in block ${height + 1}`,
    );
  });
});
