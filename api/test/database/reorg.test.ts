import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWatchWorld, type WatchWorld } from "./watch-world";

const POLICY = { confirmations: 2, finalized: false };

let world: WatchWorld;
beforeEach(async () => {
  world = await openWatchWorld({ policyFor: () => POLICY, policyMax: POLICY });
  await world.order("o1", ["a1"]);
});
afterEach(() => world.place.close());

const unbooked = async (): Promise<boolean> => {
  const [row] = await world.place.owner.$client`SELECT bool_or(loss_unbooked) AS unbooked FROM deposits`;
  return row?.unbooked === true;
};

/** A payment in a block, with a second block on top, and all of it looked at. */
async function paid(txId: string, to: string) {
  const transfer = world.chain.transfer(txId, to, 5_000n);
  world.chain.mine(transfer);
  world.chain.mine();
  await world.look();
  return transfer;
}

describe("a final deposit whose child is not open yet", () => {
  beforeEach(() => {
    world.isDecided = true;
  });

  it("must become final once more when its block is gone", async () => {
    const transfer = await paid("t1", "a1");
    expect(await world.deposits()).toMatchObject([{ state: "confirmed", height: 1 }]);
    world.chain.fork(2);
    world.chain.pending = [transfer];
    await world.look();
    expect(await world.deposits()).toMatchObject([{ state: "seen", height: null }]);
    world.chain.pending = [];
    world.chain.mine(transfer);
    await world.look();
    expect(await world.deposits()).toMatchObject([{ state: "seen", height: 4 }]);
    world.chain.mine();
    await world.look();
    expect(await world.deposits()).toMatchObject([{ state: "confirmed", height: 4 }]);
    expect(world.told).toContain("final 2");
  });

  it("is gone when the node does not know it any more", async () => {
    await paid("t1", "a1");
    world.chain.fork(2);
    await world.look();
    expect(await world.deposits()).toMatchObject([{ state: "orphaned", height: null }]);
    expect(world.told.at(-1)).toMatch(/^orphaned/);
  });
});

describe("two deposits that a reorg swaps", () => {
  beforeEach(() => world.order("o2", ["a2"]));

  it("are each credited once, with their own amounts, in the blocks where they are then", async () => {
    const [first, second] = [
      world.chain.transfer("t1", "a1", 5_000n),
      world.chain.transfer("t2", "a2", 6_000n),
    ];
    world.chain.mine(first);
    world.chain.mine(second);
    await world.look();
    expect(await world.deposits()).toMatchObject([
      { tx: "t1", state: "credited", height: 1 },
      { tx: "t2", state: "seen", height: 2 },
    ]);
    world.chain.forkTo(0);
    world.chain.mine(second);
    world.chain.mine(first);
    world.chain.mine();
    await world.look();
    // The reorg is deeper than the policy: it halts the chain, and what was credited waits for its depth again.
    await world.resume();
    await world.look();
    expect(await world.deposits()).toMatchObject([
      { tx: "t1", state: "credited", height: 2 },
      { tx: "t2", state: "credited", height: 1 },
    ]);
    expect(await world.lost()).toBe("0");
  });

  it("of one block and one address keep their places among those of their transactions", async () => {
    const [first, second] = [
      world.chain.transfer("t1", "a1", 5_000n),
      world.chain.transfer("t2", "a1", 5_000n),
    ];
    world.chain.mine(first, second);
    await world.look();
    const before = await world.deposits();
    world.chain.forkTo(0);
    world.chain.mine(second, first);
    await world.look();
    expect(await world.deposits()).toEqual(before);
    world.chain.mine();
    await world.look();
    expect((await world.deposits()).map(({ tx, state }) => [tx, state])).toEqual([
      ["t1", "credited"],
      ["t2", "credited"],
    ]);
  });
});

it("a reorg asks the node once about a transaction, of however many deposits", async () => {
  await world.order("o2", ["a2"]);
  const { chain } = world;
  const outputs = ["a1", "a2", "a1"].map((to, ordinal) => chain.transfer("shared", to, 5_000n, ordinal));
  chain.mine(...outputs, chain.transfer("other", "a1", 6_000n));
  await world.look();
  chain.fork(1);
  chain.pending = outputs;
  const port = chain.port();
  const asked: string[] = [];
  await world.other({
    ...port,
    async transaction(txId) {
      asked.push(txId);
      return port.transaction(txId);
    },
  });
  expect(asked.sort()).toEqual(["other", "shared"]);
  const moved = (await world.deposits()).map(({ tx, state, height }) => [tx, state, height]);
  expect(moved).toEqual([["other", "orphaned", null], ...outputs.map(() => ["shared", "seen", null])]);
});

describe("a credited deposit that a deep reorg took", () => {
  it("returns at policy depth, and not before", async () => {
    const transfer = await paid("t1", "hot");
    world.chain.fork(2);
    await world.look();
    expect(await world.deposits()).toMatchObject([{ state: "lost", height: null }]);
    expect(await world.lost()).toBe("5000");
    await world.resume();
    world.chain.mine(transfer);
    await world.look();
    expect(await world.deposits()).toMatchObject([{ state: "lost", height: 4 }]);
    world.chain.fork(1);
    await world.look();
    expect(await world.deposits()).toMatchObject([{ state: "lost", height: null }]);
    world.chain.mine(transfer);
    world.chain.mine();
    await world.look();
    expect(await world.deposits()).toMatchObject([{ state: "credited", height: 6 }]);
    expect(await world.lost()).toBe("0");
  });

  it("is lost even where its coins are promised and the loss cannot be booked, which is tried again", async () => {
    // The listener books nothing, so the ledger has nothing to take away.
    await paid("t1", "a1");
    world.chain.fork(2);
    await world.look();
    expect(await world.deposits()).toMatchObject([{ state: "lost", height: null }]);
    expect([await unbooked(), await world.lost()]).toEqual([true, "0"]);
    await world.resume();
    await paid("t2", "hot");
    await world.look();
    expect([await unbooked(), await world.lost()]).toEqual([false, "5000"]);
  });

  it("takes nothing back that was not booked", async () => {
    const transfer = await paid("t1", "a1");
    world.chain.fork(2);
    await world.look();
    await world.resume();
    world.chain.mine(transfer);
    world.chain.mine();
    await world.look();
    expect(await world.deposits()).toMatchObject([{ state: "credited" }]);
    expect([await unbooked(), await world.lost()]).toEqual([false, "0"]);
  });
});

describe("two workers that see the same reorg", () => {
  it("do not halt the chain where one has credited a deposit in its new block before the other is done", async () => {
    world.chain.mine();
    const transfer = world.chain.transfer("t1", "a1", 5_000n);
    world.chain.mine(transfer);
    await world.look();
    world.chain.fork(1);
    world.chain.mine(transfer);
    world.chain.mineMany(3);
    const port = world.chain.port();
    let isDone = false;
    await world.other({
      ...port,
      block: async (height) => {
        if (height === 1 && !isDone) {
          isDone = true;
          await world.look();
        }
        return port.block(height);
      },
    });
    expect(isDone).toBe(true);
    await world.look();
    expect(await world.cursor()).toMatchObject({ status: "ok" });
    expect(await world.deposits()).toMatchObject([{ state: "credited" }]);
  });

  it.each(["walks back to the fork", "asks for a transaction"] as const)(
    "leave a deposit in its new block, where one is done while the other %s",
    async (when) => {
      world.chain.mine();
      const transfer = world.chain.transfer("t1", "a1", 5_000n);
      const stays = world.chain.transfer("t2", "a1", 6_000n);
      world.chain.mine(transfer, stays);
      await world.look();
      world.chain.fork(1);
      world.chain.mine(transfer, stays);
      const port = world.chain.port();
      const blocksAsked: number[] = [];
      let isDone = false;
      const meanwhile = async () => {
        if (isDone) return;
        isDone = true;
        await world.look();
      };
      await world.other({
        ...port,
        block: async (height) => {
          blocksAsked.push(height);
          // After the one under the cursor.
          if (when === "walks back to the fork" && blocksAsked.length > 1) await meanwhile();
          return port.block(height);
        },
        transaction: async (txId) => {
          if (when === "asks for a transaction") await meanwhile();
          return port.transaction(txId);
        },
      });
      world.chain.mine();
      await world.look();
      expect(await world.deposits()).toMatchObject([{ state: "credited" }, { state: "credited" }]);
    },
  );
});

describe("a node that lacks a block in a reorg", () => {
  /** One look at a node that shows its tip and not this block. */
  const lookWithout = (missing: number) => {
    const port = world.chain.port();
    return world.other({ ...port, block: async (at) => (at === missing ? undefined : port.block(at)) });
  };

  it("shows no other branch by that: nothing is taken back below the fork, and the chain is unavailable until the node has it", async () => {
    await paid("t1", "a1");
    const before = await world.deposits();
    expect(before).toMatchObject([{ state: "credited", height: 1 }]);
    world.chain.fork(1);
    expect(await lookWithout(1)).toBe(false);
    expect(await world.deposits()).toEqual(before);
    expect([await world.cursor(), await world.lost()]).toEqual([{ status: "unavailable", height: 2 }, "0"]);
    await world.look();
    expect(await world.deposits()).toEqual(before);
    expect([await world.cursor(), await world.lost()]).toEqual([{ status: "ok", height: 3 }, "0"]);
  });

  it("says no place below all remembered blocks either", async () => {
    await paid("t1", "a1");
    world.chain.mineMany(3);
    await world.look();
    await world.place.owner.$client`DELETE FROM chain_blocks WHERE height < 4`;
    const before = await world.deposits();
    world.chain.fork(2);
    expect(await lookWithout(3)).toBe(false);
    expect(await world.deposits()).toEqual(before);
    expect(await world.cursor()).toEqual({ status: "unavailable", height: 5 });
  });
});
