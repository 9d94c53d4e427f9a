import { expect, it } from "vitest";
import type { BlockRef } from "../chain";
import { createLostCoins } from "./lost-coins";
import type { MoneroNode } from "./node";
import type { OwnedOutput } from "./owned-outputs";

const block = (height: number, branch = ""): BlockRef => ({
  height,
  hash: `h${height}${branch}`,
  parentHash: `h${height - 1}${branch}`,
  timeMs: 0,
});

/** A wallet's outputs by their transactions, each with a one-time key of the same name or of its own ("transaction=key"). */
function world() {
  const chain = new Map<number, BlockRef>();
  const mined = new Map<string, number>();
  const state = { branch: "" };
  const asked: string[][] = [];
  const node: Pick<MoneroNode, "headerAt" | "transactions"> = {
    headerAt: async (height) => chain.get(height),
    transactions: async (txIds) => {
      asked.push([...txIds]);
      return txIds.flatMap((txId) => {
        const height = mined.get(txId);
        return height === undefined
          ? []
          : [{ txId, height } as Awaited<ReturnType<MoneroNode["transactions"]>>[number]];
      });
    },
  };
  const lost = createLostCoins(node);
  const look = async (height: number, ...keys: string[]): Promise<boolean> => {
    for (let at = 1; at <= height; at += 1) chain.set(at, block(at, at > 2 ? state.branch : ""));
    const outputs = keys.map((named) => {
      const [txId = "", oneTimeKey = txId] = named.split("=");
      return { txId, oneTimeKey } as OwnedOutput;
    });
    return lost.areLost(outputs, block(height, height > 2 ? state.branch : ""));
  };
  return { look, mined, state, asked, forget: lost.forget };
}

it("says that coins are lost until the wallet has read the chain again, where a reorg leaves their blocks", async () => {
  const { look, mined, state, forget } = world();
  mined.set("a", 1).set("b", 2).set("later", 3);
  expect(await look(3, "a", "b", "later")).toBe(false);
  mined.delete("later");
  state.branch = " other";
  expect(await look(3, "a")).toBe(true);
  expect(await look(4, "a")).toBe(true);
  forget();
  expect(await look(4, "a", "b")).toBe(false);
});

it("knows the first of two payments to a one-time key, whose place the later one had", async () => {
  const { look, mined, state } = world();
  mined.set("a", 1).set("first", 2).set("later", 3);
  expect(await look(2, "a", "first=k")).toBe(false);
  expect(await look(3, "a", "later=k")).toBe(false);
  mined.delete("later");
  state.branch = " other";
  expect(await look(3, "a")).toBe(true);
});

it("says so also where the branch that took them is gone again by the next look", async () => {
  const { look, mined } = world();
  mined.set("a", 1).set("b", 2);
  expect(await look(2, "a", "b")).toBe(false);
  expect(await look(3, "a")).toBe(true);
});

it("says no such thing of coins whose blocks are gone, or of new ones, and asks no more for what the node forgot", async () => {
  const { look, mined, state, asked } = world();
  mined.set("a", 1).set("b", 2).set("later", 3);
  expect(await look(3, "a", "b", "later")).toBe(false);
  mined.delete("later");
  state.branch = " other";
  expect(await look(4, "a", "b")).toBe(false);
  expect(await look(5, "a", "b", "c")).toBe(false);
  expect(asked).toEqual([["later"]]);
});
