import { expect, it } from "vitest";
import { asBooked, createDisplaced, named, ordinalsOf, spendsOf, unitsByMinor } from "./coins";
import type { MoneroNode } from "./node";
import type { OwnedOutput } from "./owned-outputs";
import type { ViewWallet } from "./view-wallet";

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

it("has a coin as it is booked only where all its outputs are there, and no other amount", () => {
  const outputs = [
    output({ minor: 5, units: 3n, keyImage: "x" }),
    output({ minor: 5, units: 4n, keyImage: "y" }),
    output({ txId: "b", units: 9n, keyImage: "z" }),
  ];
  const coin = (txId: string, ordinal: number, units: bigint) => ({ txId, ordinal, units });
  const whole = [coin("b", 2_000_000_000, 9n), coin("a", 5, 7n)];
  const others = [coin("a", 5, 4n), coin("a", 6, 7n), coin("b", 2_000_000_001, 9n), coin("c", 5, 7n)];
  expect(asBooked(outputs, [...others, ...whole])).toEqual(whole);
});

it("reads of outputs that do not count what they took the place of, each once", async () => {
  const receipt = { txId: "a", minor: 5, amounts: [2n, 1n], height: 8, address: "", unlockTime: 68n };
  const asked: unknown[] = [];
  const wallet = {
    receipts: async (range: unknown) => {
      asked.push(range);
      return [
        { ...receipt, isCoinbase: true },
        { ...receipt, txId: "b", minor: 6, amounts: [6n], isCoinbase: true },
      ];
    },
  };
  const displaced = createDisplaced();
  const larger = [output({ minor: 5, height: 8, units: 9n }), output({ minor: 5, height: 8, units: 1n })];
  // The wallet reports the whole of an ordinary reward, and nothing of what it does not know.
  const ordinary = output({ txId: "b", minor: 6, height: 12, units: 6n });
  const unknown = output({ txId: "c", minor: 6, height: 9, units: 5n });
  const units = await displaced(wallet, [...larger, ordinary, unknown]);
  expect(units.get(5)).toBe(7n);
  expect(units.get(6)).toBe(0n);
  expect(await displaced(wallet, larger)).toEqual(new Map([[5, 7n]]));
  expect(asked).toEqual([{ above: 7, to: 12 }]);
});

it("has a coin at its height also where a later payment, above it, has taken its place in the wallet", async () => {
  const receipt = { txId: "later", minor: 5, amounts: [2n], height: 8, address: "", unlockTime: 0n };
  const unspent = [
    output({ txId: "later", minor: 5, height: 8, units: 9n, keyImage: "x", oneTimeKey: "k" }),
    output({ txId: "b", minor: 6, height: 7, units: 4n, oneTimeKey: "l" }),
  ];
  const wallet = {
    spenders: async () => [],
    receipts: async () => [{ ...receipt, isCoinbase: false }],
  } as Partial<ViewWallet> as ViewWallet;
  const node = { transactions: async () => [] } as Partial<MoneroNode> as MoneroNode;
  const noted: boolean[] = [];
  const parts = {
    node,
    wallet,
    counted: async (outputs: readonly OwnedOutput[]) => [...outputs],
    displaced: createDisplaced(),
    outputs: {
      unspent: async () => unspent,
      unmined: async () => new Map(),
      spentBy: async () => [],
      ofTransactions: async () => [],
      again: () => undefined,
    },
    keyImages: { noteReceived: (isReceived: boolean) => void noted.push(isReceived) },
  };
  const tip = { height: 8, hash: "h8", parentHash: "h7", timeMs: 0 };
  const at = async (height: number) => Object.fromEntries(await unitsByMinor(parts, { at: height, tip }));
  expect(await at(7)).toEqual({ 5: 7n, 6: 4n });
  expect(await at(8)).toEqual({ 5: 9n, 6: 4n });
  // One has no key image so far: the signer is asked again.
  expect(noted).toEqual([true, true]);
});
