// Tokens that come on one EVM chain to an address that another one has handed out.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listWaiting } from "../../src/admin/waiting-store";
import { CHAIN_IDS, sistersOf } from "../../src/core/assets";
import { checkInvariants } from "../../src/ledger/invariants";
import { listRecoveries } from "../../src/orders/store/recovery-store";
import { FakeAccounts } from "./fake-accounts";
import { openWatchWorld, type WatchWorld } from "./watch-world";

const POLICY = { confirmations: 2, finalized: false };
const ASSET = "USDT-BEP20";
const UNITS = 120n * 10n ** 18n;
const LEAST = 10n ** 18n;

let world: WatchWorld;
let chain: FakeAccounts;
beforeEach(async () => {
  chain = new FakeAccounts(Date.parse("2026-03-10T09:30:00.000Z"), "bsc");
  world = await openWatchWorld({ policyFor: () => POLICY, policyMax: POLICY, on: chain });
  await world.order("o1", []);
  await handOut("a7", 7);
});
afterEach(() => world.place.close());

const sql = () => world.place.owner.$client;
const handOut = (address: string, index: number, home = "ethereum") =>
  sql()`INSERT INTO addresses (chain, address, index, order_id) VALUES (${home}, ${address}, ${index}, 'o1')`;

/** Puts tokens there and looks, `depth` blocks deep. */
async function arrive(to = "a7", units = UNITS, { depth = 2, txId = "any" } = {}): Promise<void> {
  chain.mine(chain.token(ASSET, txId, to, units));
  chain.mineMany(depth - 1);
  await world.look();
}

const states = async (): Promise<string[]> =>
  (await world.deposits()).map(({ tx, state }) => `${tx} ${state}`);
const waiting = async () =>
  (await listRecoveries(world.place.admin)).map(({ state, order }) => [state, order?.trackingCode ?? null]);
/** Of which approvers are notified. */
const announced = async () => (await listWaiting(world.place.worker)).map(({ kind }) => kind);
const held = async () => [
  ...(await sql()`SELECT chain, address, index, home, asset, units::text FROM unswept ORDER BY address`),
];
const violated = async (): Promise<number[]> =>
  (await checkInvariants(world.place.admin)).filter(({ violations }) => violations > 0).map(({ id }) => id);

/** What the books have of it: on its address, owed to no order, and lost. */
async function books() {
  const rows = await sql()<{ account: string; balance: string }[]>`
    SELECT account, balance FROM ledger_accounts WHERE asset = ${ASSET}`;
  const of = (account: string) => BigInt(rows.find((row) => row.account === account)?.balance ?? 0);
  return { unswept: of("unswept"), unallocated: of("unallocated"), lost: of("reorg_loss") };
}

describe("tokens at an address of a sister chain", () => {
  it("are booked to no order, to be moved by that chain's key, and wait for an approver", async () => {
    await sql()`UPDATE orders SET refund_address = 'back', version = version + 1 WHERE id = 'o1'`;
    await arrive();
    expect(await states()).toEqual(["any credited"]);
    const [row] = await sql()`SELECT kind, order_id, home, home_index FROM deposits`;
    expect(row).toEqual({ kind: "unallocated", order_id: null, home: "ethereum", home_index: 7 });
    const units = UNITS.toString();
    expect(await held()).toEqual([
      { chain: "bsc", address: "a7", index: 7, home: "ethereum", asset: ASSET, units },
    ]);
    expect(await books()).toEqual({ unswept: UNITS, unallocated: UNITS, lost: 0n });
    expect(await listRecoveries(world.place.admin)).toMatchObject([
      { chain: "bsc", asset: ASSET, units: UNITS, home: "ethereum", state: "final", txHash: "any" },
    ]);
    expect((await listRecoveries(world.place.admin))[0]?.order).toMatchObject({ refundAddress: "back" });
    expect(await violated()).toEqual([]);
  });

  it("change nothing of the order that the address belongs to", async () => {
    const order = async () => sql()`SELECT version, state, body, next_timer_at FROM orders`;
    const before = await order();
    await arrive();
    await arrive("a7", UNITS, { txId: "another" });
    expect(world.told).toEqual([]);
    expect(await order()).toEqual(before);
  });

  it("are left where they are, if they are not worth their network fee", async () => {
    await arrive("a7", LEAST - 1n, { txId: "too little" });
    expect(await states()).toEqual([]);
    await arrive("a7", LEAST);
    expect(await states()).toEqual(["any credited"]);
  });
});

describe("the address", () => {
  it("is none of ours where no customer was shown it, or our keys do not have it", async () => {
    await handOut("foreign", 8);
    await handOut("a9", 9, "polygon");
    await arrive("foreign");
    await arrive("a9", UNITS, { txId: "another" });
    await sql()`INSERT INTO addresses (chain, address, index, order_id, pool) VALUES ('ethereum', 'pool', 10, 'o1', true)`;
    await arrive("pool", UNITS, { txId: "third" });
    expect(await states()).toEqual([]);
  });

  it("is found beside false rows of other chains for the same address", async () => {
    for (const [home, index] of [
      ["ethereum", 8],
      ["polygon", 1],
      ["bsc", 2],
    ] as const)
      await handOut("not-of-bsc", index, home);
    await arrive("not-of-bsc");
    const [row] = await sql()`SELECT home, home_index FROM deposits`;
    expect(row).toEqual({ home: "ethereum", home_index: 8 });
  });

  it("is found where its order is forgotten, and belongs to none then", async () => {
    await sql()`DELETE FROM addresses`;
    await sql()`INSERT INTO forgotten_addresses (hash, chain, index) VALUES (forgotten_hash('address:ethereum:a7'), 'ethereum', 7)`;
    await arrive();
    expect(await states()).toEqual(["any credited"]);
    expect(await waiting()).toEqual([["final", null]]);
    expect([...(await sql()`SELECT chain, address FROM leftovers`)]).toEqual([
      { chain: "bsc", address: "a7" },
    ]);
  });

  it("brings nothing a second time by a rescan, once its coins were sent back and forgotten", async () => {
    await arrive();
    await sql()`INSERT INTO forgotten_facts (hash, kind) SELECT forgotten_hash('deposit:' || id), 'credit' FROM deposits`;
    await sql()`DELETE FROM deposits`;
    await sql()`UPDATE chain_cursors SET height = -1, hash = ''`;
    await sql()`DELETE FROM chain_blocks`;
    await world.look();
    expect(await states()).toEqual([]);
    expect(await books()).toMatchObject({ unallocated: UNITS });
  });
});

describe("a reorg", () => {
  it("closes the case while they are not final, and it opens again where they come back", async () => {
    await arrive("a7", UNITS, { depth: 1 });
    expect(await waiting()).toEqual([["seen", "100000000"]]);
    chain.fork(1);
    await world.look();
    expect(await states()).toEqual(["any orphaned"]);
    expect(await waiting()).toEqual([]);
    expect(await books()).toEqual({ unswept: 0n, unallocated: 0n, lost: 0n });
    await arrive();
    expect(await states()).toEqual(["any credited"]);
    expect(await waiting()).toEqual([["final", "100000000"]]);
    expect(await books()).toEqual({ unswept: UNITS, unallocated: UNITS, lost: 0n });
    expect(await violated()).toEqual([]);
  });

  it("below their depth has them announced no more, until they are back and final", async () => {
    await arrive();
    expect(await announced()).toEqual(["recovery"]);
    chain.fork(3);
    await world.look();
    expect(await announced()).toEqual([]);
    await world.resume();
    await arrive("a7", UNITS, { depth: 1 });
    expect(await announced()).toEqual([]);
    chain.mine();
    await world.look();
    expect(await announced()).toEqual(["recovery"]);
  });

  it("leaves those announced which an order that waits for a person still owes, and no others", async () => {
    await arrive();
    await sql()`UPDATE orders SET state = 'action_required', version = version + 1`;
    await sql()`UPDATE deposits SET kind = 'order', order_id = 'o1', height = NULL, block_hash = NULL, block_at = NULL, state = 'lost'`;
    expect(await announced()).toEqual(["recovery"]);
    await sql()`UPDATE deposits SET state = 'orphaned'`;
    expect(await announced()).toEqual([]);
  });

  it("below their depth is a loss like any other, and taken back when they return", async () => {
    await arrive();
    chain.fork(3);
    await world.look();
    expect(await world.cursor()).toMatchObject({ status: "halted" });
    await world.resume();
    expect(await waiting()).toEqual([["lost", "100000000"]]);
    expect(await books()).toEqual({ unswept: 0n, unallocated: UNITS, lost: UNITS });
    await arrive();
    expect(await waiting()).toEqual([["final", "100000000"]]);
    expect(await books()).toEqual({ unswept: UNITS, unallocated: UNITS, lost: 0n });
    expect(await held()).toMatchObject([{ home: "ethereum", index: 7 }]);
    expect(await violated()).toEqual([]);
  });
});

it("the database has the same sister chains as the program", async () => {
  for (const of of CHAIN_IDS) {
    const [row] = await sql()`SELECT sister_chains(${of}) AS chains`;
    expect(row?.chains.sort()).toEqual([of, ...sistersOf(of)].sort());
  }
});

it("a transaction that our key of the sister chain sent, and that we did not sign, is noticed", async () => {
  await world.look();
  chain.mineSpends([{ kind: "account", txId: "theft", sender: "a7", nonce: 0 }]);
  await world.look();
  const rows = await sql()`SELECT tx_id, sender, deposit_index FROM unplanned_spends`;
  expect([...rows]).toEqual([{ tx_id: "theft", sender: "a7", deposit_index: 7 }]);
});

it("are forgotten with their address and its chain, where they are dust", async () => {
  await arrive();
  await sql()`SELECT deposits_forget_dust(ARRAY(SELECT id FROM deposits))`;
  const [row] = await sql()`SELECT address, home, home_index FROM deposits`;
  expect(row).toEqual({ address: "", home: null, home_index: null });
  expect(await waiting()).toEqual([]);
});
