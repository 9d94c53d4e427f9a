// Coins on a chain whose balances report them, most at the address of a forgotten order, when a deep reorg takes them.
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkInvariants } from "../../src/ledger/invariants";
import { FakeAccounts } from "./fake-accounts";
import { openWatchWorld, type WatchWorld } from "./watch-world";

const POLICY = { confirmations: 2, finalized: false };
const UNITS = 5_000n;

let world: WatchWorld;
let chain: FakeAccounts;
beforeEach(async () => {
  chain = new FakeAccounts(Date.parse("2026-03-10T09:30:00.000Z"));
  world = await openWatchWorld({ policyFor: () => POLICY, policyMax: POLICY, on: chain });
  await sql()`INSERT INTO forgotten_addresses (hash, chain, index) VALUES (forgotten_hash('address:ethereum:a7'), 'ethereum', 7)`;
});
afterEach(() => world.place.close());

const sql = () => world.place.owner.$client;
const resume = () => sql()`UPDATE chain_cursors SET status = 'ok', reason = NULL`;
const states = async (): Promise<string[]> =>
  (await world.deposits()).map(({ tx, state }) => `${tx.split(":")[0]} ${state}`);

/** Puts coins there and lets them become final. */
async function arrive(units = UNITS): Promise<void> {
  chain.mine(chain.transfer("any", "a7", units));
  chain.mine();
  await world.look();
}

/** What the books say: coins on addresses, what is owed to no order, and what a reorg took; and the wallet's own count. */
async function books() {
  const rows = await sql()<{ account: string; balance: string }[]>`
    SELECT account, balance FROM ledger_accounts WHERE asset = 'ETH'`;
  const of = (account: string) => BigInt(rows.find((row) => row.account === account)?.balance ?? 0);
  const [held] = await sql()<{ units: string }[]>`SELECT COALESCE(sum(units), 0) AS units FROM unswept`;
  return {
    unswept: of("unswept"),
    unallocated: of("unallocated"),
    lost: of("reorg_loss"),
    held: BigInt(held?.units ?? 0),
  };
}

const violated = async (): Promise<number[]> =>
  (await checkInvariants(world.place.admin)).filter(({ violations }) => violations > 0).map(({ id }) => id);

it("are lost, and the same deposit again when they return: they are owed once", async () => {
  await arrive();
  expect(await states()).toEqual(["found credited"]);
  expect(await books()).toEqual({ unswept: UNITS, unallocated: UNITS, lost: 0n, held: UNITS });
  chain.fork(3);
  await world.look();
  await resume();
  expect(await states()).toEqual(["found lost"]);
  expect(await books()).toEqual({ unswept: 0n, unallocated: UNITS, lost: UNITS, held: 0n });
  await arrive();
  for (let n = 0; n < 3; n++) {
    chain.mine();
    await world.look();
  }
  expect(await states()).toEqual(["found credited"]);
  expect(await books()).toEqual({ unswept: UNITS, unallocated: UNITS, lost: 0n, held: UNITS });
  expect(chain.balanceAt("a7", chain.height)).toBe(UNITS);
  expect(await violated()).toEqual([]);
});

it("are their claim's again when they return", async () => {
  await arrive();
  await world.order("o1", []);
  await sql()`UPDATE deposits SET kind = 'order', order_id = 'o1'`;
  chain.fork(3);
  await world.look();
  await resume();
  await arrive();
  expect(await states()).toEqual(["found credited"]);
  const [row] = await sql()`SELECT kind, order_id, height::int FROM deposits`;
  expect(row).toEqual({ kind: "order", order_id: "o1", height: chain.height - 1 });
  expect(await books()).toMatchObject({ unswept: UNITS, lost: 0n, held: UNITS });
});

it("are found beside those that returned, where more comes than was lost", async () => {
  await arrive();
  chain.fork(3);
  await world.look();
  await resume();
  await arrive(UNITS + 3n);
  expect(await states()).toEqual(["found credited", "found credited"]);
  expect(await books()).toEqual({ unswept: UNITS + 3n, unallocated: UNITS + 3n, lost: 0n, held: UNITS + 3n });
  expect(await violated()).toEqual([]);
});

it("are found again where less comes than was lost: the loss stays ours", async () => {
  await arrive();
  chain.fork(3);
  await world.look();
  await resume();
  await arrive(UNITS - 1n);
  expect((await states()).sort()).toEqual(["found credited", "found lost"]);
  expect(await books()).toEqual({
    unswept: UNITS - 1n,
    unallocated: 2n * UNITS - 1n,
    lost: UNITS,
    held: UNITS - 1n,
  });
  expect(await violated()).toEqual([]);
});

it("wait while their loss is not booked yet", async () => {
  await arrive();
  await sql()`UPDATE deposits SET state = 'lost', loss_unbooked = true, height = NULL, block_hash = NULL, block_at = NULL`;
  await sql()`UPDATE unswept SET units = 0`;
  await sql()`UPDATE ledger_accounts SET balance = 0 WHERE account = 'unswept'`;
  chain.mine();
  await world.look();
  expect(await states()).toEqual(["found lost"]);
});

it("are not booked where they were credited to the order, and come back after it is forgotten", async () => {
  // What is left of the order's own deposit: coins on its address, of which the books know.
  await sql()`INSERT INTO unswept (chain, address, index, asset, units) VALUES ('ethereum', 'a7', 7, 'ETH', ${UNITS.toString()})`;
  chain.mine(chain.transfer("any", "a7", UNITS));
  chain.mine();
  await world.look();
  chain.fork(3);
  await world.look();
  await arrive();
  expect(await states()).toEqual([]);
  expect((await books()).unallocated).toBe(0n);
});

it("that were counted from balances come back as what they were, when two come back at once", async () => {
  for (const units of [5_000n, 3_000n]) {
    chain.mine(chain.transfer("any", "hot", units));
    chain.mine();
    await world.look();
  }
  expect(await states()).toEqual(["native credited", "native credited"]);
  chain.fork(5);
  await world.look();
  await resume();
  expect(await states()).toEqual(["native lost", "native lost"]);
  expect((await books()).lost).toBe(8_000n);
  chain.mine(chain.transfer("any", "hot", 5_000n), chain.transfer("other", "hot", 3_000n));
  chain.mine();
  await world.look();
  expect(await states()).toEqual(["native credited", "native credited"]);
  expect((await books()).lost).toBe(0n);
  expect(await violated()).toEqual([]);
});
