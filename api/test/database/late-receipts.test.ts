import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { book, move } from "../../src/ledger/entry";
import { createReconcile } from "../../src/ledger/reconcile";
import { isFrozen } from "../../src/ledger/reconcile-store";
import { unsettledTransactions } from "../../src/payouts/unsettled-store";
import { FakeAccounts } from "./fake-accounts";
import { ledger } from "./follow-world";
import { openWatchWorld, type WatchWorld } from "./watch-world";

/*
 * Coins at addresses that are looked at rarely: the books learn of them later than the comparison.
 */

const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const POLICY = { confirmations: 20, finalized: false };
let world: WatchWorld;
let chain: FakeAccounts;
let now: number;

/** The hot wallet has 1000; 10000 were paid for a swap that is settled, and wait for their sweep; a little lies at an address of a forgotten order. */
beforeEach(async () => {
  now = NOW;
  chain = new FakeAccounts(NOW);
  world = await openWatchWorld({ policyFor: () => POLICY, policyMax: POLICY, on: chain });
  await sql()`INSERT INTO forgotten_addresses (hash, chain, index) VALUES (forgotten_hash('address:ethereum:a7'), 'ethereum', 7)`;
  await world.order("o1", ["a0"]);
  chain.mine(
    chain.transfer("f", "hot", 1_000n),
    chain.transfer("d", "a0", 10_000n),
    chain.transfer("dust", "a7", 50n),
  );
  await world.look();
  await bury();
  const settled = move("ETH", 10_000n, { debit: "unallocated", credit: "conversion" });
  await ledger.append(world.place.worker, book("settle", "x", settled), now);
  await compare(3);
  expect(await check()).toMatchObject({ deficits: 0, surplus_units: "0", bookings: 0 });
});
afterEach(() => world.place.close());

const sql = () => world.place.owner.$client;
const own = async () => (await sql()`SELECT own FROM reserves WHERE asset = 'ETH'`)[0]?.own;
const check = async () => (await sql()`SELECT * FROM chain_checks WHERE asset = 'ETH'`)[0];

async function compare(times: number): Promise<void> {
  const reconcile = createReconcile({
    database: world.place.worker,
    clock: { now: () => now },
    overTor: new Map(),
    ledger,
    log: pino({ level: "silent" }),
    ownTransactions: unsettledTransactions,
  });
  const balance = async ({ address }: { address: string }) => chain.balanceAt(address, chain.height);
  for (let n = 0; n < times; n++) {
    now += 2_000;
    await reconcile({ ...chain.port(), balance }, "hot");
  }
}

async function bury(): Promise<void> {
  for (let n = 0; n < POLICY.confirmations; n++) chain.mine();
  await world.look();
}

it("what comes to a forgotten address is booked once, as what it is, when it is deep enough", async () => {
  const before = await own();
  for (let n = 0; n < 3; n++) {
    chain.mine(chain.transfer(`gift ${n}`, "a7", 1n));
    await world.look();
    await compare(4);
    expect(await own()).toBe(before);
    await bury();
    await compare(2);
  }
  const [bookings] =
    await sql()`SELECT count(*)::int AS count FROM ledger_transactions WHERE kind = 'surplus'`;
  expect(bookings?.count).toBe(0);
  expect(await isFrozen(world.place.worker, "ETH")).toBe(false);
});

it("nothing of it can be promised or freezes payouts, where it was booked before its cause was", async () => {
  const before = await own();
  chain.mine(chain.transfer("gift", "a7", 5_000n));
  await world.look();
  await compare(2);
  now += 3_600_000;
  await compare(1);
  expect(await check()).toMatchObject({ unexplained_units: "5000" });
  expect(await own()).toBe(before);
  // All that is free is promised.
  await sql()`UPDATE reserves SET held = own WHERE asset = 'ETH'`;
  await bury();
  await world.look();
  await compare(6);
  expect(await check()).toMatchObject({ unexplained_units: "0", mismatches: 0, deficits: 0 });
  expect(await isFrozen(world.place.worker, "ETH")).toBe(false);
  expect(await own()).toBe(before);
});
