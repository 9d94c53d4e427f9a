import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWatchWorld, type WatchWorld } from "./watch-world";

const POLICY = { confirmations: 2, finalized: false };

let world: WatchWorld;
beforeEach(async () => {
  world = await openWatchWorld({ policyFor: () => POLICY, policyMax: POLICY });
  await world.order("o1", ["a1"]);
});
afterEach(() => world.place.close());

describe("a reorg below credited deposits", () => {
  const dies = async () => {
    throw new Error("the process died");
  };

  /** A credited deposit, and one on top that is not deep enough. */
  beforeEach(async () => {
    world.chain.mine(world.chain.transfer("t1", "a1", 5_000n));
    world.chain.mineMany(2);
    world.chain.mine(world.chain.transfer("t2", "a1", 6_000n));
    await world.look();
    expect(await world.deposits()).toMatchObject([{ state: "credited" }, { state: "seen", height: 4 }]);
  });

  it("is handled whole at the next look where the process dies, on a chain that is halted meanwhile", async () => {
    world.chain.fork(4);
    const port = world.chain.port();
    await expect(world.other({ ...port, transaction: dies })).rejects.toThrow("the process died");
    expect(await world.deposits()).toMatchObject([{ state: "credited" }, { state: "seen", height: 4 }]);
    expect(await world.cursor()).toMatchObject({ status: "halted" });
    await world.look();
    expect(await world.deposits()).toMatchObject([{ state: "lost" }, { state: "orphaned" }]);
    await world.resume();
    await world.look();
    expect(await world.cursor()).toMatchObject({ status: "ok" });
    expect(await world.deposits()).toMatchObject([{ state: "lost" }, { state: "orphaned" }]);
  });

  it("changes nothing where the node fails in between, and is back on the branch of before", async () => {
    const branch = [...world.chain.blocks];
    world.chain.fork(4);
    const port = world.chain.port();
    await expect(world.other({ ...port, transaction: dies })).rejects.toThrow("the process died");
    world.chain.blocks.splice(0, world.chain.blocks.length, ...branch);
    await world.look();
    await world.resume();
    world.chain.mine();
    await world.look();
    expect(await world.deposits()).toMatchObject([
      { state: "credited", height: 1 },
      { state: "credited", height: 4 },
    ]);
    expect([await world.lost(), world.told.some((one) => one.startsWith("orphaned"))]).toEqual(["0", false]);
  });

  it("halts the chain again where an administrator resumes it before all is done", async () => {
    world.chain.fork(4);
    const port = world.chain.port();
    await world.other({
      ...port,
      transaction: async (txId) => {
        await world.resume();
        return port.transaction(txId);
      },
    });
    expect(await world.deposits()).toMatchObject([{ state: "lost" }, { state: "orphaned" }]);
    expect(await world.cursor()).toMatchObject({ status: "halted" });
  });

  it("is another look's where a deposit appears while the node is asked", async () => {
    world.chain.fork(4);
    const port = world.chain.port();
    const isMore = await world.other({
      ...port,
      transaction: async (txId) => {
        await world.place.owner.$client`
          INSERT INTO deposits SELECT (jsonb_populate_record(d, '{"id": "later", "tx_id": "t3"}')).* FROM deposits d WHERE tx_id = 't2'`;
        return port.transaction(txId);
      },
    });
    expect(isMore).toBe(true);
    expect(await world.deposits()).toMatchObject([
      { state: "credited" },
      { state: "seen" },
      { state: "seen" },
    ]);
    await world.look();
    expect(await world.deposits()).toMatchObject([
      { state: "lost" },
      { state: "orphaned" },
      { state: "orphaned" },
    ]);
  });
});

describe("a node that has fewer blocks than were read, and no others", () => {
  beforeEach(async () => {
    world.chain.mine(world.chain.transfer("t1", "a1", 5_000n));
    world.chain.mineMany(11);
    await world.look();
  });

  it.each([
    ["a few", 1, "ok"],
    ["more than a watcher may be behind", 5, "unavailable"],
    ["all that are remembered", 10, "unavailable"],
  ])("takes nothing out of its block: %s", async (_, lacking, expected) => {
    await world.place.owner.$client`DELETE FROM chain_blocks WHERE height < 3`;
    const top = world.chain.blocks.splice(-lacking);
    await world.look();
    expect(await world.cursor()).toEqual({ status: expected, height: 12 });
    world.chain.blocks.push(...top);
    await world.look();
    expect(await world.cursor()).toMatchObject({ status: "ok" });
    expect(await world.deposits()).toMatchObject([{ state: "credited", height: 1 }]);
  });

  it("takes nothing out of its block where one node has the tip, and another one that is asked has few blocks", async () => {
    const port = world.chain.port();
    world.chain.mine();
    const block = async (height: number) => (height < 1 ? port.block(height) : undefined);
    expect(await world.other({ ...port, block })).toBe(false);
    expect(await world.cursor()).toMatchObject({ status: "unavailable" });
    await world.look();
    expect(await world.cursor()).toEqual({ status: "ok", height: 13 });
    expect(await world.deposits()).toMatchObject([{ state: "credited", height: 1 }]);
  });

  it("is on another branch, where one of its blocks is another", async () => {
    world.chain.fork(12);
    world.chain.blocks.splice(-3);
    await world.look();
    expect(await world.deposits()).toMatchObject([{ state: "lost", height: null }]);
    expect(await world.cursor()).toMatchObject({ status: "halted" });
  });
});
