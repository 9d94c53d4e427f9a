import { expect, it } from "vitest";
import { named, ordinalsOf, spendsOf } from "./coins";
import type { OwnedOutput } from "./view-wallet";

const output = (of: Partial<OwnedOutput>): OwnedOutput => ({
  txId: "a",
  minor: 0,
  units: 1n,
  height: 1,
  oneTimeKey: "",
  keyImage: null,
  isSpent: false,
  isUnlocked: true,
  isFrozen: false,
  ...of,
});

it("makes one coin of what a transaction brings to a deposit address, and ranks what it brings to the hot wallet", () => {
  expect(ordinalsOf(7, [5n, 3n])).toEqual([7, 7]);
  const [most, least, middle] = ordinalsOf(0, [9n, 1n, 4n]);
  expect([most, least, middle].map((one) => (one ?? 0) - 2_000_000_000)).toEqual([2, 0, 1]);
  expect(new Set(ordinalsOf(0, [2n, 2n, 2n])).size).toBe(3);
});

it("names the wallet's outputs as their amounts are ranked, whatever their order, each transaction by itself", () => {
  const outputs = [
    output({ units: 9n, keyImage: "c" }),
    output({ units: 4n, keyImage: "b" }),
    output({ txId: "b", units: 9n, keyImage: "d" }),
  ];
  const ordinals = (some: readonly OwnedOutput[]) =>
    new Map(named(some).map(({ keyImage, ordinal }) => [keyImage, ordinal - 2_000_000_000]));
  const expected = new Map([
    ["b", 0],
    ["c", 1],
    ["d", 0],
  ]);
  expect(ordinals(outputs)).toEqual(expected);
  expect(ordinals([...outputs].reverse())).toEqual(expected);
});

it("shows which coins a transaction spends by their key images, each once", () => {
  const outputs = [
    output({ minor: 5, keyImage: "x" }),
    output({ minor: 5, keyImage: "y" }),
    output({ minor: 6, keyImage: null }),
  ];
  const spends = spendsOf([{ txId: "t", keyImages: ["y", "x", "other"] }], outputs);
  expect(spends).toEqual([{ kind: "output", txId: "t", output: { txId: "a", ordinal: 5 } }]);
});
