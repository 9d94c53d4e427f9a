// Account chains: a contract can pay others, or other amounts, in another branch, all in the same transaction.
import { afterEach, beforeEach, expect, it } from "vitest";
import { depositIdOf } from "../../src/core/ids";
import { loadDeposit, moveDeposit } from "../../src/deposits/store";
import { FakeChain } from "./fake-chain";
import { openWatchWorld, type WatchWorld } from "./watch-world";

const POLICY = { confirmations: 2, finalized: false };
const UNITS = 200_000_000n;

let world: WatchWorld;
beforeEach(async () => {
  const chain = new FakeChain("ethereum", "USDT-ERC20", Date.parse("2026-03-10T09:30:00.000Z"), "account");
  world = await openWatchWorld({ policyFor: () => POLICY, policyMax: POLICY, on: chain });
  await world.order("o1", ["a1"]);
  await world.order("o2", ["a2"]);
});
afterEach(() => world.place.close());

const sql = () => world.place.owner.$client;
/** What the one transaction of these tests pays. */
const transfer = (to: string, units = UNITS, ordinal = 0) => world.chain.transfer("t1", to, units, ordinal);

/** Each deposit as recipient, units and state. */
const rows = async () =>
  (
    await sql()<
      { row: string }[]
    >`SELECT concat_ws(' ', address, units, state) AS row FROM deposits ORDER BY address, units`
  ).map(({ row }) => row);

/** Takes the highest blocks away; what is mined next is in another branch. */
function fork(depth: number): void {
  world.chain.fork(depth);
  world.chain.blocks.pop();
}

it("takes back what its transaction does not pay any more in the block that it is in now", async () => {
  world.chain.mine(transfer("a1"));
  await world.look();
  fork(1);
  world.chain.mine(transfer("stranger"));
  world.chain.mine();
  await world.look();
  expect(await rows()).toEqual([`a1 ${UNITS} orphaned`]);
  expect(world.told.map((word) => word.split(" ")[0])).toEqual(["seen", "orphaned"]);
});

it("credits each recipient with what it gets in the branch that counts, in whichever place", async () => {
  world.chain.mine(transfer("a1"), transfer("a2", UNITS * 2n));
  await world.look();
  fork(1);
  world.chain.mine(transfer("stranger", 5n), transfer("a2"), transfer("a1"), transfer("a1", UNITS, 1));
  world.chain.mine();
  await world.look();
  expect(await rows()).toEqual([
    `a1 ${UNITS} credited`,
    `a1 ${UNITS} credited`,
    `a2 ${UNITS} credited`,
    `a2 ${UNITS * 2n} orphaned`,
  ]);
});

it("restores no credited deposit that comes back with another amount, and credits what came", async () => {
  world.chain.mine(transfer("a1"));
  world.chain.mine();
  await world.look();
  fork(2);
  world.chain.mine(transfer("a1", UNITS - 1n));
  world.chain.mine();
  await world.look();
  await sql()`UPDATE chain_cursors SET status = 'ok', reason = NULL`;
  world.chain.mineMany(2);
  await world.look();
  expect(await rows()).toEqual([`a1 ${UNITS - 1n} credited`, `a1 ${UNITS} lost`]);
});

it("waits where the transaction is in a block of that height which was not read", async () => {
  world.chain.mine(transfer("a1"));
  await world.look();
  fork(1);
  world.chain.mineMany(2);
  world.chain.elsewhere = { txId: "t1", height: world.chain.height, blockHash: "of another branch" };
  await world.look();
  expect(await rows()).toEqual([`a1 ${UNITS} seen`]);
  world.chain.elsewhere = undefined;
  world.chain.mine(transfer("a1"));
  world.chain.mine();
  await world.look();
  expect(await rows()).toEqual([`a1 ${UNITS} credited`]);
});

it("leaves a deposit where another worker has put it into its block meanwhile", async () => {
  world.chain.pending = [transfer("a1")];
  await world.look();
  world.chain.pending = [];
  const [{ id } = { id: "" }] = await sql()<{ id: string }[]>`SELECT id FROM deposits`;
  const stale = await loadDeposit(world.place.worker, depositIdOf(id));
  if (stale === undefined) throw new Error("no deposit");
  world.chain.mine(transfer("a1"));
  await world.look();
  const gone = { ...stale, state: "orphaned" } as const;
  expect(await moveDeposit(world.place.worker, stale, gone, 0)).toBe(false);
  expect(await rows()).toEqual([`a1 ${UNITS} seen`]);
});
