import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ChainUnavailable, OldStateMissing } from "../../src/chains/chain";
import { createEvmChain, type EvmChain } from "../../src/chains/evm/chain";
import { type Anvil, OUTSIDE, startAnvil } from "./anvil";
import { type LyingNode, startLyingNode } from "./proxy";

const STATES_KEPT = 5;

let anvil: Anvil;
let node: LyingNode;
let chain: EvmChain;
beforeAll(async () => {
  anvil = await startAnvil({ statesKept: STATES_KEPT });
  node = await startLyingNode(anvil.url);
  chain = createEvmChain({ id: "ethereum", rpcUrls: [node.url], chainId: 1, tokens: {}, timeoutMs: 5_000 });
  await anvil.mine(4 * STATES_KEPT);
});
afterAll(async () => {
  await node?.close();
  await anvil?.close();
});

const readAt = async (depth: number) => {
  const { height } = await chain.tip();
  return chain.accounts({ addresses: [OUTSIDE], finalHeight: height - depth });
};

/** What the error is, of a node that refuses calls about states so: about the older block, or about both. */
async function refused(message: string, where: "old" | "both"): Promise<unknown> {
  const { height } = await chain.tip();
  const before = node.tamper;
  node.tamper = ({ method, params }, answer) =>
    method.startsWith("eth_getBlock") ||
    method === "eth_chainId" ||
    (where === "old" && params[1] === `0x${height.toString(16)}`)
      ? answer
      : { id: answer.id, error: { code: -32_000, message } };
  try {
    return await readAt(1).catch((error: unknown) => error);
  } finally {
    node.tamper = before;
  }
}

test("a node that forgets old states is told apart, and answers for blocks and for states that it has", async () => {
  expect((await readAt(1)).accounts.size).toBe(1);
  const { height } = await chain.tip();
  const error = await readAt(2 * STATES_KEPT).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OldStateMissing);
  expect(error).toMatchObject({ chain: "ethereum", height: height - 2 * STATES_KEPT });
  expect(await chain.block(height - 2 * STATES_KEPT)).toBeDefined();
});

describe("what nodes say of a state that they lack", () => {
  test.each([
    ["geth", "missing trie node d74423b54378a6d4 (path ) state 0xd744 is not available, not found"],
    ["geth, by paths", "historical state d74423b54378a6d4 is not available"],
    ["Nethermind", "No state available for block 3 (0x3f9e...8117e)"],
    ["Besu", "World state unavailable"],
    ["Erigon", "old data not available due to pruning"],
    ["Reth", "state at block #3 is pruned"],
    ["a provider", "project ID does not have access to archive state"],
  ])("%s: only the older block's leaves tokens as they are", async (_, message) => {
    expect(await refused(message, "old")).toBeInstanceOf(OldStateMissing);
    const error = await refused(message, "both");
    expect(error).toBeInstanceOf(ChainUnavailable);
    expect(error).not.toBeInstanceOf(OldStateMissing);
  });

  test("another refusal is no missing state", async () => {
    const error = await refused("request limit reached", "old");
    expect(error).toBeInstanceOf(ChainUnavailable);
    expect(error).not.toBeInstanceOf(OldStateMissing);
  });
});
