import { afterAll, beforeAll, expect, it } from "vitest";
import type { Transfer } from "../../src/chains/chain";
import { FakeAccounts } from "./fake-accounts";
import { openWatchWorld, type WatchWorld } from "./watch-world";

const POLICY = { confirmations: 30, finalized: false };
const NOW = Date.parse("2026-03-10T09:30:00.000Z");

let world: WatchWorld;
const chain = new FakeAccounts(NOW);
beforeAll(async () => {
  world = await openWatchWorld({ on: chain, policyFor: () => POLICY, policyMax: POLICY });
  await world.order("a", ["ours"]);
});
afterAll(() => world.place.close());

const paidBy = (txId: string, from: string, units: bigint): Transfer => ({
  ...chain.transfer(txId, "ours", units),
  from: [from],
});
const receipts = () =>
  world.place.owner
    .$client`SELECT units::int, tx_hash AS tx, sources, has_unknown_source AS "isUnknown" FROM deposits ORDER BY units`;

it("screens the senders of all transactions that one look finds as one receipt", async () => {
  await world.look();
  chain.mine(paidBy("t1", "listed", 7n));
  chain.mineMany(2);
  chain.mine(paidBy("t2", "clean", 3n));
  await world.look();
  expect([...(await receipts())]).toEqual([
    { units: 10, tx: "t2", sources: ["clean", "listed"], isUnknown: false },
  ]);
});

it("leaves out the senders of earlier receipts", async () => {
  chain.mine(paidBy("t3", "third", 5n));
  await world.look();
  expect((await receipts()).at(0)).toEqual({ units: 5, tx: "t3", sources: ["third"], isUnknown: false });
});

it("takes no sender of an earlier receipt for a contract's payment, which shows none", async () => {
  chain.internal.add("t4");
  chain.mine(paidBy("t4", "contract", 2n));
  await world.look();
  expect((await receipts()).at(0)).toEqual({ units: 2, tx: null, sources: [], isUnknown: true });
});

it("is not told of a clean sender where a contract paid the rest, unless the rest is less than a hundredth", async () => {
  chain.internal.add("t5");
  chain.mine(paidBy("t5", "contract", 10_000n));
  chain.mine(paidBy("t6", "clean", 1n));
  await world.look();
  expect((await receipts()).at(-1)).toEqual({ units: 10_001, tx: "t6", sources: ["clean"], isUnknown: true });
  chain.internal.add("t7");
  chain.mine(paidBy("t7", "contract", 200n));
  chain.mine(paidBy("t8", "clean", 19_800n));
  await world.look();
  expect((await receipts()).at(-1)).toEqual({
    units: 20_000,
    tx: "t8",
    sources: ["clean"],
    isUnknown: false,
  });
});
