import { afterEach, expect, it } from "vitest";
import { depthPolicy } from "../../src/chains/policy";
import type { Coins } from "../../src/deposits/store";
import { openWatchWorld, type WatchWorld } from "./watch-world";

/** At this price a thousand satoshi are worth one USDT. */
const worth = (usdt: bigint): bigint => usdt * 1_000n;
const policyFor = (coins: readonly Coins[]) => {
  const units = coins.reduce((sum, one) => sum + one.units, 0n);
  return depthPolicy("bitcoin", "mainnet", { valueUsdt: units / 1_000n, units }, undefined);
};

let world: WatchWorld;
const open = async () => {
  world = await openWatchWorld({ policyFor, policyMax: { confirmations: 36, finalized: false } });
};
afterEach(() => world.place.close());

const states = async () => [...new Set((await world.deposits()).map(({ state }) => state))];
const required = async () => [...new Set((await world.deposits()).map((row) => row.required))];

const payments = (count: number, to: (n: number) => string, usdt: bigint) =>
  Array.from({ length: count }, (_, n) => world.chain.transfer(`t${n}`, to(n), worth(usdt)));

it("credits sixty-one outputs of 999 USDT on one order at the depth of 61,000", async () => {
  await open();
  await world.order("o1", ["a1"]);
  const outputs = payments(61, () => "a1", 999n);
  world.chain.mine(...outputs.slice(0, 60));
  await world.look();
  world.chain.mine(...outputs.slice(60));
  await world.look();
  expect(await required()).toEqual([6]);
  world.chain.mineMany(3);
  await world.look();
  expect(await states()).toEqual(["seen"]);
  world.chain.mineMany(2);
  await world.look();
  expect(await states()).toEqual(["credited"]);
});

it("credits sixty-one orders of 999 USDT in one block at the depth of 61,000", async () => {
  await open();
  for (let n = 0; n < 61; n++) await world.order(`o${n}`, [`a${n}`]);
  world.chain.mine(...payments(61, (n) => `a${n}`, 999n));
  await world.look();
  expect(await required()).toEqual([6]);
  world.chain.mineMany(4);
  await world.look();
  expect(await states()).toEqual(["seen"]);
  world.chain.mine();
  await world.look();
  expect(await states()).toEqual(["credited"]);
});

it("does not count what is in no block: it costs a stranger nothing", async () => {
  await open();
  await world.order("o1", ["a1"]);
  const [own, strangers] = payments(2, () => "a1", 999n);
  if (own === undefined || strangers === undefined) throw new Error("two payments");
  world.chain.mine(own);
  world.chain.pending = [{ ...strangers, units: worth(200_000n) }];
  await world.look();
  world.chain.mine();
  await world.look();
  expect(await world.deposits()).toMatchObject([
    { tx: "t0", state: "credited", required: 2 },
    { tx: "t1", state: "seen", required: 6 },
  ]);
});

it("takes no deposit at an address that our keys do not have, and none of an order at the hot wallet", async () => {
  await open();
  await world.order("o1", ["a1", "foreign", "hot"]);
  world.chain.mine(
    world.chain.transfer("t0", "a1", worth(999n)),
    world.chain.transfer("t1", "foreign", worth(999n)),
    world.chain.transfer("t2", "hot", worth(999n)),
  );
  await world.look();
  const rows = await world.place.owner.$client`SELECT tx_id, kind, order_id FROM deposits ORDER BY tx_id`;
  expect(rows).toEqual([
    { tx_id: "t0", kind: "order", order_id: "o1" },
    { tx_id: "t2", kind: "float", order_id: null },
  ]);
});

it("counts no money of our own", async () => {
  await open();
  await world.order("o1", ["a1"]);
  world.chain.mine(
    world.chain.transfer("t0", "a1", worth(999n)),
    world.chain.transfer("t1", "hot", worth(90_000n)),
  );
  await world.look();
  expect((await world.deposits()).map((row) => row.required)).toEqual([2, 6]);
});
