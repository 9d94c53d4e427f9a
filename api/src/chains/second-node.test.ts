import { expect, it } from "vitest";
import { ChainUnavailable } from "./chain";
import { type ComparedNode, commonTip, requireAlike } from "./second-node";

const hashOf = (height: number, branch: string): string => `${branch}${height}`;

/** A node at a height, on a branch from the block above `fork` on. */
function nodeAt(height: number, { branch = "a", fork = 0 } = {}): ComparedNode {
  const blockAt = async (at: number) => {
    if (at > height) return undefined;
    const hash = hashOf(at, at > fork ? branch : "a");
    return { height: at, hash, parentHash: "", timeMs: at };
  };
  return {
    tip: async () => (await blockAt(height)) ?? expect.fail("no tip"),
    blockAt,
    hashAt: async (at) => (await blockAt(at))?.hash,
  };
}

const tipOf = (first: ComparedNode, ...others: ComparedNode[]) =>
  commonTip("bitcoin", { first, others, lagBlocksMax: 3 });

it("is the tip of one node, and of several the greatest block that all have", async () => {
  expect((await tipOf(nodeAt(9))).height).toBe(9);
  expect((await tipOf(nodeAt(9), nodeAt(9))).height).toBe(9);
  expect(await tipOf(nodeAt(9), nodeAt(12))).toMatchObject({ height: 9, hash: "a9" });
  expect(await tipOf(nodeAt(9), nodeAt(8), nodeAt(6))).toMatchObject({ height: 6, hash: "a6" });
});

it("is none where one is too far behind, or has another block there", async () => {
  await expect(tipOf(nodeAt(9), nodeAt(5))).rejects.toThrow("the second node lags behind the first");
  await expect(tipOf(nodeAt(5), nodeAt(9))).rejects.toThrow("the first node lags behind the second");
  const other = { branch: "b", fork: 7 };
  await expect(tipOf(nodeAt(9), nodeAt(9, other))).rejects.toThrow("two nodes disagree about block 9");
  await expect(tipOf(nodeAt(9, other), nodeAt(8))).rejects.toThrow("two nodes disagree about block 8");
  // What they differ in is above what both have.
  expect((await tipOf(nodeAt(9, other), nodeAt(7))).height).toBe(7);
});

it("takes the next block below where a node lacks one that it says it has", async () => {
  /** Behind its address are nodes of which one lags by so many blocks. */
  const uneven = (height: number, lag: number): ComparedNode => ({
    ...nodeAt(height - lag),
    tip: nodeAt(height).tip,
  });
  expect(await tipOf(nodeAt(9), uneven(9, 2))).toMatchObject({ height: 7, hash: "a7" });
  expect(await tipOf(nodeAt(9), uneven(9, 3), nodeAt(8))).toMatchObject({ height: 6, hash: "a6" });
  await expect(tipOf(nodeAt(9), uneven(9, 4))).rejects.toThrow("the second node lags behind the first");
  // That one lacks it hides no other branch of another one.
  const other = nodeAt(9, { branch: "b", fork: 7 });
  await expect(tipOf(nodeAt(9), uneven(9, 2), other)).rejects.toThrow("two nodes disagree about block 9");
});

it("says which node is away, and passes on what is no fault of a node", async () => {
  const failing = (error: Error): ComparedNode => ({ ...nodeAt(9), tip: () => Promise.reject(error) });
  const away = failing(new ChainUnavailable("bitcoin", "the node has no peers"));
  await expect(tipOf(nodeAt(9), away)).rejects.toThrow(
    "bitcoin is unavailable: the second node: the node has no peers",
  );
  const late = { ...nodeAt(9), hashAt: async () => (await away.tip()).hash };
  await expect(tipOf(nodeAt(9), late)).rejects.toThrow("the second node: the node has no peers");
  await expect(tipOf(away, nodeAt(9))).rejects.toThrow("bitcoin is unavailable: the node has no peers");
  const bug = new Error("a bug");
  await expect(tipOf(nodeAt(9), failing(bug))).rejects.toBe(bug);
});

it("compares answers by their content", () => {
  requireAlike("bitcoin", "it", [{ units: [1n] }, { units: [1n] }]);
  expect(() => requireAlike("bitcoin", "it", [{ units: [1n] }, { units: [2n] }])).toThrow(
    "two nodes disagree about it",
  );
});
