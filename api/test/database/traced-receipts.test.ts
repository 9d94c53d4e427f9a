import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Transfer } from "../../src/chains/chain";
import { leastPayment } from "../../src/core/asset-amount";
import { FakeAccounts } from "./fake-accounts";
import { openWatchWorld, type WatchWorld } from "./watch-world";

const POLICY = { confirmations: 30, finalized: false };
const NOW = Date.parse("2026-03-10T09:30:00.000Z");

const MILLI = 10n ** 15n;

let world: WatchWorld;
const chain = new FakeAccounts(NOW);
beforeAll(async () => {
  world = await openWatchWorld({ on: chain, policyFor: () => POLICY, policyMax: POLICY });
  await world.order("a", ["ours"]);
});
afterAll(() => world.place.close());

const paidBy = (txId: string, from: string, units: bigint): Transfer => ({
  ...chain.transfer(txId, "ours", units * MILLI),
  from: [from],
});
const receipts = () =>
  world.place.owner
    .$client`SELECT (units / 1e15)::int AS units, tx_hash AS tx, sources, has_unknown_source AS "isUnknown" FROM deposits ORDER BY units`;

it("screens the senders of all transactions that one look finds as one receipt", async () => {
  await world.look();
  chain.mine(paidBy("t1", "listed", 7n));
  chain.mineMany(2);
  chain.mine(paidBy("t2", "clean", 3n));
  await world.look();
  expect([...(await receipts())]).toEqual([
    { units: 10, tx: "t1", sources: ["clean", "listed"], isUnknown: false },
  ]);
});

it("is not misled by a node that answers with the balances of its next block once", async () => {
  await world.order("h", ["early"]);
  const rows = () =>
    world.place.owner
      .$client`SELECT tx_hash AS tx, sources, height::int FROM deposits WHERE address = 'early'`;
  const payment = { ...paidBy("t29", "nineteenth", 9n), to: "early" };
  chain.mineMany(1);
  chain.early = payment;
  await world.look();
  expect([...(await rows())]).toEqual([]);
  chain.mine(payment);
  await world.look();
  expect([...(await rows())]).toEqual([{ tx: "t29", sources: ["nineteenth"], height: chain.height }]);
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

describe("after a reorg", () => {
  const last = async (count: number) =>
    (await receipts()).slice(-count).map(({ sources, isUnknown }) => ({ sources, isUnknown }));

  it("takes no sender of a payment that is there again for a contract's beside it", async () => {
    chain.mine(paidBy("t9", "ninth", 120_000n));
    await world.look();
    chain.fork(1);
    chain.internal.add("t10");
    chain.mine(paidBy("t9", "ninth", 120_000n));
    chain.mine(paidBy("t10", "contract", 110_000n));
    await world.look();
    // The two are looked up together.
    expect(await last(2)).toEqual(Array(2).fill({ sources: ["ninth"], isUnknown: true }));
  });

  it("looks again at who sent as much where the balances were ahead of the blocks that were read", async () => {
    chain.mineMany(1);
    chain.justBefore = () => chain.mine(paidBy("t30", "thirtieth", 200_000n));
    await world.look();
    expect(await last(1)).toEqual([{ sources: ["thirtieth"], isUnknown: false }]);
    chain.forkTo(chain.height - 1);
    chain.mine(paidBy("t31", "listed", 200_000n));
    await world.look();
    expect(await last(1)).toEqual([{ sources: ["listed"], isUnknown: false }]);
  });

  it("looks again at who sent a payment of as much in the new branch", async () => {
    chain.mine(paidBy("t11", "eleventh", 400_000n));
    await world.look();
    chain.fork(1);
    chain.mine(paidBy("t12", "listed", 400_000n));
    await world.look();
    expect(await last(1)).toEqual([{ sources: ["listed"], isUnknown: false }]);
    chain.fork(2);
    await world.look();
    chain.internal.add("t13");
    chain.mine(paidBy("t13", "contract", 400_000n));
    await world.look();
    expect(await last(1)).toEqual([{ sources: [], isUnknown: true }]);
  });
});

it("finds what came in a pause that was longer than usual", async () => {
  chain.mine(paidBy("t14", "fourteenth", 900_000n));
  chain.mineMany(500);
  await world.look();
  expect((await receipts()).slice(-1)).toMatchObject([{ sources: ["fourteenth"], isUnknown: false }]);
});

it("finds what came in a pause before a start, however often the looks after it failed", async () => {
  chain.mine(paidBy("t15", "fifteenth", 2_000_000n));
  chain.mineMany(500);
  world.restart();
  chain.isAway = true;
  await world.look();
  chain.mineMany(1);
  await world.look();
  chain.isAway = false;
  await world.look();
  expect((await receipts()).slice(-1)).toMatchObject([{ sources: ["fifteenth"], isUnknown: false }]);
});

it("notes what came to others while the blocks behind one receipt cannot be read", async () => {
  await world.order("b", ["beside"]);
  chain.mineMany(3);
  chain.unreadable.add(chain.height);
  chain.internal.add("t16");
  chain.mine(paidBy("t16", "contract", 4_000_000n));
  await world.look();
  chain.mine({ ...paidBy("t17", "seventeenth", 5_000_000n), to: "beside" });
  await world.look();
  expect((await receipts()).slice(-1)).toMatchObject([{ sources: ["seventeenth"], isUnknown: false }]);
  expect((await world.cursor()).status).toBe("ok");
  chain.unreadable.clear();
  chain.mineMany(1);
  await world.look();
  expect((await receipts()).slice(-2)).toMatchObject([{ units: 4_000_000, isUnknown: true }, {}]);
});

it("adds up what contracts pay little by little", async () => {
  await world.order("c", ["drops"]);
  const unknown = async () =>
    (
      await world.place.owner
        .$client`SELECT has_unknown_source AS is FROM deposits WHERE address = 'drops' ORDER BY sighting, first_seen_at, id`
    ).filter(({ is }) => is).length;
  for (const [at, drop] of [800n, 801n].entries()) {
    const txId = `drop-${at}`;
    chain.internal.add(txId);
    chain.mine({ ...paidBy(txId, "contract", 0n), to: "drops", units: (drop * MILLI) / 1_000n });
    await world.look();
    expect(await unknown()).toBe(at);
  }
});

it("names no sender of too little to be a payment beside one, unless several make up a payment", async () => {
  const least = leastPayment("ETH");
  await world.order("g", ["dusted", "split"]);
  const little = (txId: string, from: string, to: string, units: bigint) => ({
    ...paidBy(txId, from, 0n),
    ...{ to, units },
  });
  chain.mine(
    { ...paidBy("t23", "clean", 7n), to: "dusted" },
    little("t24", "listed", "dusted", least - 1n),
    { ...paidBy("t25", "clean", 7n), to: "split" },
    little("t26", "listed", "split", least / 2n),
    little("t27", "second", "split", least / 2n),
    little("t28", "listed", "split", 1n),
  );
  await world.look();
  const rows = await world.place.owner
    .$client`SELECT address, sources, tx_hash AS tx FROM deposits WHERE address IN ('dusted', 'split') ORDER BY address`;
  expect([...rows]).toEqual([
    { address: "dusted", sources: ["clean"], tx: "t23" },
    { address: "split", sources: ["listed", "second", "clean"], tx: "t25" },
  ]);
});

it("takes what we sent ourselves for a sweep for no part of a contract's payment", async () => {
  await world.order("f", ["topped"]);
  chain.internal.add("t22");
  chain.mine(
    { ...paidBy("t22", "contract", 6n), to: "topped" },
    { ...paidBy("ours", "hot", 6n), to: "topped" },
  );
  await world.place.owner.$client`
    INSERT INTO payout_attempts (kind, chain, asset, sender, nonce, destination, units, fee_units_max, fee_units, deposit_index, state, raw, tx_id, height, block_hash, next_check_at, created_at)
    VALUES ('top_up', 'ethereum', 'ETH', 'hot', 0, 'topped', ${(6n * MILLI).toString()}, 1, 1, 1, 'final', 'raw', 'ours', ${chain.height}, 'h', now(), now())`;
  await world.look();
  const rows = await world.place.owner
    .$client`SELECT tx_hash, sources, has_unknown_source AS "isUnknown" FROM deposits WHERE address = 'topped'`;
  expect([...rows]).toEqual([{ tx_hash: null, sources: [], isUnknown: true }]);
});

describe("the blocks behind receipts", () => {
  const pay = (to: string, txId: string) => {
    chain.internal.add(txId);
    chain.mine({ ...paidBy(txId, "contract", 6n), to });
  };
  const tracedBy = async (look: () => Promise<unknown>): Promise<number> => {
    const before = chain.traced;
    await look();
    return chain.traced - before;
  };

  it("are read once while the chain grows, but for the latest", async () => {
    await world.order("d", ["once", "twice"]);
    world.restart();
    pay("once", "t18");
    expect(await tracedBy(world.look)).toBeGreaterThan(200);
    pay("twice", "t19");
    expect(await tracedBy(world.look)).toBeLessThan(30);
  });

  it("are read again after a reorg", async () => {
    await world.order("e", ["before", "after"]);
    pay("before", "t20");
    chain.mineMany(25);
    await world.look();
    chain.forkTo(chain.height - 25);
    chain.mine({ ...paidBy("t21", "listed", 6n), to: "after" });
    chain.mineMany(25);
    await world.look();
    const [row] = await world.place.owner
      .$client`SELECT sources, has_unknown_source AS "isUnknown" FROM deposits WHERE address = 'after'`;
    expect(row).toEqual({ sources: ["listed"], isUnknown: false });
  });
});
