// When the adapter has the wallet list all outputs again.
import { afterEach, beforeEach, expect, it } from "vitest";
import { openKnownWorld } from "./known-world";

let known: Awaited<ReturnType<typeof openKnownWorld>>;

beforeEach(async () => {
  known = await openKnownWorld();
});
afterEach(() => known.world.close());

it("lists all where the node goes back to the branch of the last look while its blocks are compared", async () => {
  const { world, chain, said, timesAll, coins } = known;
  coins();
  await said();
  timesAll();
  const branch = world.blocks.splice(-1);
  world.mine(3);
  world.before = (method) => {
    if (method !== "get_block_header_by_height") return;
    world.before = () => undefined;
    world.blocks.splice(-3);
    world.blocks.push(...branch);
    world.mine(3);
  };
  await chain.tip();
  expect(timesAll()).toBe(1);
});

it("lists all after a look that failed, and after one during which the tip changed", async () => {
  const { world, chain, said, timesAll, coins } = known;
  const [coin] = coins();
  const takeBack = () => {
    // What such a look can hide: the wallet has lost an output that is spent, and the chain is the same again.
    world.spend(coin);
    coin.tx_hash = world.transact(world.height);
  };
  await said();
  timesAll();
  takeBack();
  world.before = (method) => {
    if (method === "get_height") throw -1;
  };
  await expect(chain.tip()).rejects.toThrow("get_height");
  world.before = () => undefined;
  await chain.tip();
  expect(timesAll()).toBe(1);
  let isFirst = true;
  world.before = (method) => {
    if (method === "refresh" && isFirst) world.mine();
    if (method === "refresh") isFirst = false;
  };
  await chain.tip();
  expect(timesAll()).toBe(1);
  await chain.tip();
  expect(timesAll()).toBe(0);
});

it("lists all where the wallet was closed and opened again, or has read the chain again", async () => {
  const { world, chain, said, timesAll, coins } = known;
  coins();
  await said();
  timesAll();
  world.isOpen = false;
  await chain.tip();
  expect(timesAll()).toBe(1);
  await chain.tip();
  expect(timesAll()).toBe(0);
  // It did not watch so far, and has to find what came meanwhile.
  await chain.watchUpTo?.(1);
  await chain.tip();
  expect(timesAll()).toBe(1);
  world.mine();
  world.before = (method) => {
    if (method !== "incoming_transfers") return;
    world.before = () => undefined;
    world.isOpen = false;
  };
  await expect(chain.tip()).rejects.toThrow("opened again while it was read");
  await chain.tip();
  expect(timesAll()).toBe(1);
});

it("answers nothing from a wallet that was opened again since it had read the blocks", async () => {
  const { world, chain, said } = known;
  await said();
  world.mine();
  world.receive(1, 5);
  const transfers = async () => (await chain.block(world.height))?.transfers;
  /** The wallet was stored before the last block, and reads that one at the next refresh. */
  const openAgainBefore = (call: string) => {
    world.before = (method) => {
      if (method !== call) return;
      world.isOpen = false;
      const missed = world.receipts.splice(-1);
      world.before = (next) => {
        if (next === "refresh") world.receipts.push(...missed.splice(0));
      };
    };
  };
  openAgainBefore("get_height");
  expect(await transfers()).toHaveLength(1);
  openAgainBefore("get_transfers");
  await expect(transfers()).rejects.toThrow("opened again while it was read");
  expect(await transfers()).toHaveLength(1);
});

it("has the wallet read the chain again where it lacks a coin that is unspent, also without a reorg", async () => {
  const { world, chain, said, expectAsNew, timesAll } = known;
  await said();
  const coin = world.receive(1, 5);
  world.mine();
  await said();
  expect(timesAll()).toBe(1);
  const asked: string[] = [];
  world.before = (method) => void asked.push(method);
  world.rows.splice(world.rows.indexOf(coin), 1);
  world.mine();
  await expect(chain.tip()).rejects.toThrow("has read the chain again");
  expect(asked).toContain("rescan_blockchain");
  world.rows.push(coin);
  await expectAsNew();
});

it("lists all where a block's transaction spends what is not known", async () => {
  const { world, chain, said, timesAll, coins } = known;
  const [coin] = coins();
  await said();
  timesAll();
  world.mine();
  world.out.push({ txid: world.transact(world.height), height: world.height });
  expect((await chain.block(world.height))?.spends).toEqual([]);
  expect(timesAll()).toBe(1);
  world.mine();
  world.spend(coin);
  expect((await chain.block(world.height))?.spends).toHaveLength(1);
  expect(timesAll()).toBe(0);
});

it("watches the subaddresses in use again where the wallet's files were lost, and has all key images brought again", async () => {
  const { world, chain, said } = known;
  const asked: string[] = [];
  const calls = () => asked.splice(0);
  await chain.watchUpTo?.(1);
  await said();
  world.before = (method) => void asked.push(method);
  await chain.watchUpTo?.(1);
  await chain.tip();
  expect(calls()).not.toContain("export_outputs");
  world.loseWallet();
  await chain.tip();
  expect(calls()).toContain("export_outputs");
  await chain.watchUpTo?.(1);
  expect(calls()).toEqual(expect.arrayContaining(["set_subaddress_lookahead", "rescan_blockchain"]));
  await chain.tip();
  // It has read the chain again, without key images.
  expect(calls()).toContain("export_outputs");
  await chain.watchUpTo?.(1);
  await chain.tip();
  const settled = calls();
  for (const method of ["set_subaddress_lookahead", "rescan_blockchain", "export_outputs"])
    expect(settled).not.toContain(method);
});
