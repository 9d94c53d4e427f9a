// Monero: who pays the same one-time key twice has paid once, whatever the wallet and the orders remember.
import { afterEach, beforeEach, expect, it } from "vitest";
import { depositIdOf } from "../../src/core/ids";
import { takeKeys } from "../../src/deposits/one-time-keys-store";
import { FakeChain } from "./fake-chain";
import { openWatchWorld, type WatchWorld } from "./watch-world";

const POLICY = { confirmations: 2, finalized: false };
const UNITS = 5_000n;

let world: WatchWorld;
let keys: Map<string, string[]>;
beforeEach(async () => {
  const chain = new FakeChain("bitcoin", "BTC", Date.parse("2026-03-10T09:30:00.000Z"));
  keys = new Map();
  chain.oneTimeKeys = keys;
  world = await openWatchWorld({ policyFor: () => POLICY, policyMax: POLICY, on: chain });
  await world.order("o1", ["a1"]);
});
afterEach(() => world.place.close());

const sql = () => world.place.owner.$client;

/** Coins come in a transaction of these one-time keys, and are final. */
async function pay(txId: string, to: string, ...oneTimeKeys: string[]): Promise<void> {
  keys.set(txId, oneTimeKeys);
  world.chain.mine(world.chain.transfer(txId, to, UNITS));
  world.chain.mine();
  await world.look();
}

const states = async () => Object.fromEntries((await world.deposits()).map(({ tx, state }) => [tx, state]));

it("credits a payment to a key that was paid before no second time, to whichever address", async () => {
  await world.order("o2", ["a2"]);
  await pay("t1", "a1", "k1", "k2");
  await pay("t2", "a1", "k2");
  await pay("t3", "hot", "k3", "k1");
  await pay("t4", "a2", "k4");
  expect(await states()).toEqual({ t1: "credited", t2: "replaced", t3: "replaced", t4: "credited" });
  expect(world.told.filter((word) => word.startsWith("replaced"))).toEqual([
    'replaced {"kind":"transaction","txId":"t2","ordinal":0}',
  ]);
});

it("knows a key again when the order is deleted, and keeps nothing else of it", async () => {
  await pay("t1", "a1", "k1");
  await sql()`UPDATE orders SET state = 'completed', version = version + 1`;
  expect(await sql()`SELECT outcome FROM forget_order('o1')`).toEqual([{ outcome: "forgotten" }]);
  await pay("t2", "a1", "k1");
  await pay("t3", "a1", "k3");
  expect(await states()).toEqual({ t2: "replaced", t3: "credited" });
  const rows = await sql()<{ row: string }[]>`SELECT credited_keys::text AS row FROM credited_keys`;
  expect(rows.map(({ row }) => row)).toEqual(
    [1, 2].map(() => expect.stringMatching(/^\([0-9a-f]{64},[0-9a-f]{64}\)$/)),
  );
});

it("waits with a deposit that the wallet does not have, and credits it once it has", async () => {
  await pay("t1", "a1");
  expect(await states()).toEqual({ t1: "seen" });
  keys.set("t1", ["k1"]);
  // It is looked at once in each block.
  world.chain.mine();
  await world.look();
  expect(await states()).toEqual({ t1: "credited" });
});

it("does not credit what the wallet has with another amount, unless another payment took its key", async () => {
  world.chain.held.otherwise.add("t1").add("t3");
  await pay("t1", "a1", "k1");
  await pay("t2", "a1", "k2");
  await pay("t3", "a1", "k2");
  expect(await states()).toEqual({ t1: "seen", t2: "credited", t3: "replaced" });
  world.chain.held.otherwise.clear();
  world.chain.mine();
  await world.look();
  expect(await states()).toEqual({ t1: "credited", t2: "credited", t3: "replaced" });
});

it("takes back what was seen before its block, where that brings nothing", async () => {
  world.chain.pending = [world.chain.transfer("t1", "a1", UNITS)];
  await world.look();
  world.chain.pending = [];
  const spend = { kind: "output", txId: "t1", output: { txId: "t0", ordinal: 0 } } as const;
  world.chain.mineSpends([spend]);
  await world.look();
  expect(await states()).toEqual({ t1: "replaced" });
});

it("takes of a payment what its block brings, where that is less than was seen before, or nothing", async () => {
  const units = async () => await sql()`SELECT tx_id, units::integer FROM deposits ORDER BY tx_id`;
  world.chain.pending = [
    world.chain.transfer("t1", "a1", UNITS * 3n),
    world.chain.transfer("t2", "a1", UNITS * 2n),
  ];
  await world.look();
  world.chain.pending = [];
  keys.set("t1", ["k1"]);
  world.chain.mine(world.chain.transfer("t1", "a1", UNITS), world.chain.transfer("t2", "a1", 1n));
  await world.look();
  expect(await states()).toEqual({ t1: "seen", t2: "replaced" });
  expect(await units()).toEqual([
    { tx_id: "t1", units: Number(UNITS) },
    { tx_id: "t2", units: Number(UNITS * 2n) },
  ]);
  const said = (word: string, txId: string) =>
    `${word} ${JSON.stringify({ kind: "transaction", txId, ordinal: 0 })}`;
  expect(world.told).toEqual([
    ...["t1", "t2"].map((txId) => said("seen", txId)),
    ...[said("replaced", "t1"), said("seen", "t1"), said("replaced", "t2")],
  ]);
  world.chain.mine();
  await world.look();
  expect(await states()).toEqual({ t1: "credited", t2: "replaced" });
});

it("credits a deposit whose keys were taken before the process died, and what a reorg brought back", async () => {
  const id = depositIdOf("bitcoin:t1:0");
  const take = (of = id) => takeKeys(world.place.worker, { chain: "bitcoin", id: of, keys: ["k1"] });
  expect([await take(), await take(), await take(depositIdOf("bitcoin:t2:0"))]).toEqual([true, true, false]);
  await pay("t1", "a1", "k1");
  expect(await states()).toEqual({ t1: "credited" });
  world.chain.fork(2);
  await world.look();
  expect(await states()).toEqual({ t1: "lost" });
  await sql()`UPDATE chain_cursors SET status = 'ok', reason = NULL`;
  world.chain.mine(world.chain.transfer("t1", "a1", UNITS));
  world.chain.mine();
  await world.look();
  expect(await states()).toEqual({ t1: "credited" });
});

it("keeps the height from which a wallet that is made again has to read", async () => {
  await world.look();
  expect(await sql()`SELECT first_height::integer FROM chain_cursors`).toEqual([{ first_height: 1 }]);
});
