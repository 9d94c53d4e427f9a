// The child order of a deposit that its order could not take: opened once, and only while the deposit is final.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Chain } from "../../src/chains/chain";
import { type DepositId, depositIdOf, type OrderId } from "../../src/core/ids";
import { silentNotifier } from "../../src/db/notifications";
import { transaction } from "../../src/db/transaction";
import { createLedgerStore } from "../../src/ledger/store";
import type { Market } from "../../src/market/market";
import { createEngine } from "../../src/orders/engine/apply";
import { createCommandHandlers } from "../../src/orders/engine/commands";
import { newBookId, newOrderId, newTrackingCode } from "../../src/orders/ids";
import { insertOrder, loadOrder } from "../../src/orders/store/store";
import {
  CREATED_AT,
  exampleMarket,
  exampleOrder,
  final,
  paid,
  play,
  SEND_UNITS,
  seen,
  settle,
} from "../orders/example-order";
import { openPlace, type Place } from "./place";

const random = { bytes: (count: number) => randomBytes(count) };
const ledger = createLedgerStore(new Uint8Array(32));
const bitcoin = { id: "bitcoin", model: "utxo" } satisfies Partial<Chain> as Partial<Chain> as Chain;

let place: Place;
let parentId: OrderId;
let second: DepositId;
let made = 0;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());
const sql = () => place.owner.$client;

/** An order that is being paid out, when a second payment to it has become final. */
beforeEach(async () => {
  await sql().unsafe("DELETE FROM deposits; DELETE FROM wallet_outputs");
  parentId = newOrderId(random);
  second = depositIdOf(`second of ${parentId}`);
  const order = exampleOrder({
    id: parentId,
    trackingCode: newTrackingCode(random),
    terms: { book: newBookId(random), depositAddress: parentId },
  });
  const parent = play(order, ...paid(), settle(), seen(SEND_UNITS, { id: second }), final({ id: second }));
  await transaction(place.worker, (tx) =>
    insertOrder(
      tx,
      { order: parent.order, commands: [] },
      { source: "test", externalId: parentId, type: "created" },
    ),
  );
  await sql()`
    INSERT INTO addresses (chain, address, index, order_id) VALUES ('bitcoin', ${parentId}, ${++made}, ${parentId})
    ON CONFLICT DO NOTHING`;
  await sql()`
    INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, order_id, state, required, first_seen_at, height, block_hash, block_at)
    VALUES (${second}, 'bitcoin', 't2', 0, 'BTC', ${parentId}, ${SEND_UNITS.toString()}, 'order', ${parentId}, 'confirmed', 2, now(), 5, 'h5', now())`;
});

const open = (given: { listed?: boolean; market?: Market | null } = {}) => {
  const { listed = false, market = exampleMarket() } = given;
  const handlers = createCommandHandlers({
    database: place.worker,
    engine: createEngine({ database: place.worker, ledger, notifier: silentNotifier }),
    ledger,
    notifier: silentNotifier,
    clock: { now: () => CREATED_AT },
    random,
    chains: new Map([["bitcoin", bitcoin]]),
    newMixSeed: async () => ({ keep: async () => {} }),
    isListed: () => listed,
    marketFor: async () => market,
    releasedCap: async () => 0n,
  });
  const command = { kind: "open_child", depositId: second } as const;
  return handlers.open_child(command, {
    id: String(++made),
    orderId: parentId,
    command,
    attempts: 0,
    fence: "1",
  });
};

/** The parent's children, how the deposit is, and what its coins were booked to and where they are. */
async function found() {
  const parent = await loadOrder(place.worker, parentId);
  const [deposit] = await sql()<{ state: string; orderId: string }[]>`
    SELECT state, order_id AS "orderId" FROM deposits WHERE id = ${second}`;
  const children = await sql()<{ id: string }[]>`SELECT id FROM orders WHERE parent_id = ${parentId}`;
  const booked = await sql()`
    SELECT 1 FROM ledger_accounts a JOIN orders o ON a.account = 'customer:' || o.book WHERE o.parent_id = ${parentId} AND balance > 0`;
  const outputs = await sql()`SELECT 1 FROM wallet_outputs`;
  return {
    named: parent?.children,
    children: children.map(({ id }) => id),
    deposit: deposit?.state,
    booked: booked.length,
    outputs: outputs.length,
  };
}

const NOTHING = { named: [], children: [], booked: 0, outputs: 0 };

it("is opened with its credit, once, however often it is asked for", async () => {
  expect(await open()).toEqual({ done: true });
  const first = await found();
  const [child] = first.children;
  expect(first).toEqual({ named: [child], children: [child], deposit: "credited", booked: 1, outputs: 1 });
  expect(await open()).toEqual({ done: true });
  // As it would be where the deposit left its block and became final once more.
  await sql()`UPDATE deposits SET state = 'confirmed'`;
  expect(await open()).toEqual({ done: true });
  expect(await found()).toEqual({ ...first, deposit: "confirmed" });
});

it.each(["seen", "orphaned", "replaced", "lost"])("is not opened while its deposit is %s", async (state) => {
  // One that is seen again may be in a block that is not deep enough yet.
  if (state !== "seen") await sql()`UPDATE deposits SET height = NULL, block_hash = NULL, block_at = NULL`;
  await sql()`UPDATE deposits SET state = ${state}`;
  expect(await open()).toEqual({ done: true });
  expect(await found()).toEqual({ ...NOTHING, deposit: state });
  await sql()`UPDATE deposits SET state = 'confirmed', height = 6, block_hash = 'h6'`;
  expect(await open()).toEqual({ done: true });
  expect(await found()).toMatchObject({ deposit: "credited", booked: 1, outputs: 1 });
});

/** What is booked to no owner, whose the deposit is now, and what the parent says of it. */
async function setAside() {
  const parent = await loadOrder(place.worker, parentId);
  const [deposit] = await sql()`SELECT kind, order_id AS "orderId", state FROM deposits WHERE id = ${second}`;
  const [account] =
    await sql()`SELECT balance::text FROM ledger_accounts WHERE account = 'unallocated' AND asset = 'BTC'`;
  return { status: parent?.deposits.at(-1)?.status, ...deposit, unallocated: account?.balance ?? "0" };
}

/** The second payment is of so many units, whatever the order says of it. */
const comes = (units: bigint) => sql()`UPDATE deposits SET units = ${units.toString()}`;

it.each([
  ["is worth less than sending it back costs", 1_300n, {}],
  ["is minor and comes from a listed source", SEND_UNITS / 200n, { listed: true }],
  ["is a twentieth of the least amount, while nothing has a price", 5_000n, { market: null }],
] as const)("is not opened for what %s: that is credited to no owner, once", async (_, units, given) => {
  const before = BigInt((await setAside()).unallocated);
  await comes(units);
  expect(await open(given)).toEqual({ done: true });
  const unallocated = String(before + units);
  const aside = { status: "aside", kind: "unallocated", orderId: null, state: "credited", unallocated };
  expect(await setAside()).toEqual(aside);
  expect(await found()).toMatchObject({ named: [], children: [], outputs: 1 });
  expect(await open(given)).toEqual({ done: true });
  expect(await setAside()).toEqual(aside);
});

it("is held for more than that from a listed source", async () => {
  expect(await open({ listed: true })).toEqual({ done: true });
  expect(await sql()`SELECT state FROM orders WHERE parent_id = ${parentId}`).toEqual([{ state: "hold" }]);
});

it("of little waits until it is known what sending that back costs", async () => {
  await comes(6_000n);
  expect(await open({ market: null })).toMatchObject({ done: false, why: "rate_unavailable" });
  expect(await found()).toEqual({ ...NOTHING, deposit: "confirmed" });
});

it("is not opened for a little of another asset from a listed source", async () => {
  await comes(7n);
  await sql()`UPDATE deposits SET asset = 'ETH'`;
  expect(await open({ listed: true, market: null })).toEqual({ done: true });
  expect(await setAside()).toMatchObject({ status: "aside", kind: "unallocated", orderId: null });
});
