// How many payments to one order's address are taken for the order's.
import { afterAll, beforeAll, expect, it } from "vitest";
import { registryUnits } from "../../src/core/asset-amount";
import { openWatchWorld, type WatchWorld } from "./watch-world";

const POLICY = { confirmations: 2, finalized: false };
const LEAST = registryUnits("BTC", "minAmount");

let world: WatchWorld;
beforeAll(async () => {
  world = await openWatchWorld({ policyFor: () => POLICY, policyMax: POLICY });
});
afterAll(() => world.place.close());

/** Outputs of one transaction to an address. */
const outputs = (txId: string, to: string, units: bigint, count: number) =>
  Array.from({ length: count }, (_, ordinal) => world.chain.transfer(txId, to, units, ordinal));

const countsAt = async (address: string) => {
  const rows = await world.place.owner.$client<{ kind: string; count: number }[]>`
    SELECT kind, count(*)::int AS count FROM deposits WHERE address = ${address} GROUP BY kind ORDER BY kind`;
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
};

it("notes no more than a hundred that are in no block", async () => {
  await world.order("a", ["at-a"]);
  world.chain.pending = outputs("many", "at-a", LEAST, 150);
  await world.look();
  expect(await countsAt("at-a")).toEqual({ order: 100 });
  // In a block, what was noted stays the order's, and the rest counts as well.
  world.chain.pending = [];
  world.chain.mine(...outputs("many", "at-a", LEAST, 150));
  await world.look();
  expect(await countsAt("at-a")).toEqual({ order: 150 });
});

it("takes small ones for the order's until there are fifty, and others until there are two hundred", async () => {
  await world.order("b", ["at-b"]);
  world.chain.mine(...outputs("small", "at-b", LEAST / 10n, 60));
  await world.look();
  expect(await countsAt("at-b")).toEqual({ order: 50, unallocated: 10 });
  world.chain.mine(...outputs("large", "at-b", LEAST / 10n + 1n, 160));
  await world.look();
  expect(await countsAt("at-b")).toEqual({ order: 200, unallocated: 20 });
  // A block that is read again changes nothing.
  await world.order("c", ["at-c"]);
  world.chain.mine(...outputs("other", "at-c", LEAST, 1));
  await world.look();
  expect(await countsAt("at-c")).toEqual({ order: 1 });
});

it("notes what is no order's only once it is in a block: before that it costs nothing", async () => {
  await world.order("d", ["at-d"]);
  const paid = [...outputs("dust", "at-d", 1n, 150), ...outputs("others", "hot", LEAST, 150)];
  world.chain.pending = paid;
  await world.look();
  expect([await countsAt("at-d"), await countsAt("hot")]).toEqual([{}, {}]);
  world.chain.pending = [];
  world.chain.mine(...paid);
  await world.look();
  expect([await countsAt("at-d"), await countsAt("hot")]).toEqual([{ unallocated: 150 }, { float: 150 }]);
});
