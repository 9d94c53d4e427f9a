import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nextIndexes } from "../../src/address/store";
import { depositIdOf } from "../../src/core/ids";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { silentNotifier } from "../../src/db/notifications";
import { isRollback, rollback, transaction } from "../../src/db/transaction";
import type { OrderDeposit } from "../../src/deposits/listener";
import type { LedgerEntry } from "../../src/ledger/accounts";
import { creditEntry } from "../../src/ledger/entry";
import { checkInvariants } from "../../src/ledger/invariants";
import { createLedgerStore } from "../../src/ledger/store";
import { createEngine } from "../../src/orders/engine/apply";
import { createDepositListener } from "../../src/orders/engine/deposit-listener";
import { newBookId, newOrderId, newTrackingCode } from "../../src/orders/ids";
import type { Order } from "../../src/orders/machine/order";
import { type PlacedOrder, placeOrders } from "../../src/orders/store/place-store";
import { holdFreeReserves, reserveRows, reserves } from "../../src/reserves/store";
import { CREATED_AT, exampleOrder, RECEIVE_UNITS, SEND_UNITS } from "../orders/example-order";
import { loginUrl } from "../postgres/logins";
import { openPlace, type Place } from "./place";

const ASSET = "USDT-TRC20";
const AT_ONCE = 20;
/** The reserve pays ten of the example's orders: unpaid ones hold two of them together. */
const OWN_UNITS = RECEIVE_UNITS * 10n;

let place: Place;
let http: Database;
let worker: Database;
let made = 0;
const ledger = createLedgerStore(new Uint8Array(32));
const random = { bytes: (count: number) => randomBytes(count) };

beforeAll(async () => {
  place = await openPlace();
  http = openDatabase({ url: loginUrl(place.url, "http"), role: "http", connectionsMax: AT_ONCE });
  worker = openDatabase({ url: loginUrl(place.url, "worker"), role: "worker", connectionsMax: AT_ONCE });
  await book([
    { account: "chain", asset: ASSET, units: OWN_UNITS },
    { account: "float", asset: ASSET, units: -OWN_UNITS },
  ]);
});
afterAll(async () => {
  for (const database of [http, worker]) await closeDatabase(database);
  await place.close();
});

const book = (entries: LedgerEntry[]) =>
  transaction(worker, (tx) =>
    ledger.append(tx, { kind: "float", key: `float:${++made}`, entries }, CREATED_AT),
  );
const reserve = async (asset: "BTC" | typeof ASSET = ASSET) =>
  (await worker.select().from(reserves).where(eq(reserves.asset, asset)))[0];
const brokenInvariants = async () =>
  (await checkInvariants(worker)).filter(({ id, violations }) => id === 3 && violations > 0);

async function newOrder(orderType: "floating" | "fixed"): Promise<PlacedOrder> {
  const address = `deposit-${++made}`;
  const order = exampleOrder({
    id: newOrderId(random),
    trackingCode: newTrackingCode(random),
    terms: { orderType, book: newBookId(random), depositAddress: address },
  });
  const [index = 0] = await nextIndexes(http, "bitcoin", 1);
  return { order, assigned: { address, index } };
}
async function place1(orderType: "floating" | "fixed"): Promise<Order | null> {
  const one = await newOrder(orderType);
  const placed = await transaction(http, async (tx) =>
    (await placeOrders(tx, [one])) ? { ok: true as const } : rollback("short"),
  );
  return !isRollback(placed) && placed.ok ? one.order : null;
}
const placeMany = async (orderType: "floating" | "fixed"): Promise<Order[]> =>
  (await Promise.all(Array.from({ length: AT_ONCE }, () => place1(orderType)))).flatMap(
    (order) => order ?? [],
  );

const clock = { now: () => CREATED_AT };
const listener = () => {
  const engine = createEngine({ database: worker, ledger, notifier: silentNotifier });
  return createDepositListener({ engine, notifier: silentNotifier, clock, marketFor: async () => null });
};
const depositOf = (order: Order): OrderDeposit => ({
  id: depositIdOf(`deposit of ${order.id}`),
  chain: "bitcoin",
  hasUnknownSource: false,
  lossUnbooked: false,
  home: null,
  homeIndex: null,
  lostFrom: null,
  origin: { kind: "transaction", txId: order.id, ordinal: 0 },
  txHash: order.id,
  asset: "BTC",
  address: order.terms.depositAddress,
  units: SEND_UNITS,
  sources: [],
  spends: [],
  height: null,
  blockHash: null,
  blockAt: null,
  kind: "order",
  orderId: order.id,
  state: "seen",
  required: 2,
  firstSeenAt: CREATED_AT,
  sighting: 1,
});
const mineAll = (orders: readonly Order[]) =>
  Promise.all(
    orders.map((order) =>
      transaction(worker, (tx) => listener().mined(tx, { ...depositOf(order), blockAt: CREATED_AT })),
    ),
  );

describe("what is not paid", () => {
  it("holds nothing at a floating rate until it is seen, and then no more than a fifth of the reserve", async () => {
    const orders = await placeMany("floating");
    expect(orders).toHaveLength(AT_ONCE);
    expect(await reserve()).toMatchObject({ held: 0n, unpaid: 0n });
    await Promise.all(
      orders.map((order) => transaction(worker, (tx) => listener().seen(tx, depositOf(order)))),
    );
    expect(await reserve()).toMatchObject({ held: OWN_UNITS / 5n, unpaid: OWN_UNITS / 5n });
    expect(await brokenInvariants()).toEqual([]);
    await mineAll(orders);
    expect(await reserve()).toMatchObject({ held: OWN_UNITS, unpaid: 0n });
    expect(await brokenInvariants()).toEqual([]);
    await Promise.all(
      orders.map((order) => transaction(worker, (tx) => listener().gone(tx, depositOf(order), "orphaned"))),
    );
    expect(await reserve()).toMatchObject({ held: 0n, unpaid: 0n });
  });

  it("holds at fixed rates the sum of those that are placed together, or they do not fit", async () => {
    const together = async (count: number) => {
      const orders = await Promise.all(Array.from({ length: count }, () => newOrder("fixed")));
      const placed = await transaction(http, async (tx) => {
        const fit = await placeOrders(tx, orders);
        const [row] = await tx.select().from(reserves).where(eq(reserves.asset, ASSET));
        return rollback({ fit, held: row?.held });
      });
      return placed.error;
    };
    expect(await together(2)).toEqual({ fit: true, held: OWN_UNITS / 5n });
    expect(await together(3)).toEqual({ fit: false, held: 0n });
  });

  it("holds no more than a fifth of the reserve at fixed rates, however many are made at once", async () => {
    expect(await placeMany("fixed")).toHaveLength(2);
    expect(await reserve()).toMatchObject({ held: OWN_UNITS / 5n, unpaid: OWN_UNITS / 5n });
    expect(await brokenInvariants()).toEqual([]);
  });
});

describe("customers' coins", () => {
  const credit = (holding: "chain" | "unswept", owedTo: "customer:b" | "unallocated", units: bigint) =>
    transaction(worker, (tx) => {
      const id = depositIdOf(`credit ${++made}`);
      return ledger.append(tx, creditEntry({ id, asset: "BTC", units, holding, owedTo }), CREATED_AT);
    });
  const mayHold = (units: bigint) =>
    transaction(worker, async (tx) => {
      const held = await holdFreeReserves(tx, [{ asset: "BTC", held: units, planned: 0n }], new Map());
      return rollback(held);
    });

  it("are owed, in the hot wallet or not, and no reserve until they are exchanged", async () => {
    const move = (debit: LedgerEntry["account"], credited: LedgerEntry["account"], units: bigint) =>
      book([
        { account: debit, asset: "BTC", units },
        { account: credited, asset: "BTC", units: -units },
      ]);
    await move("chain", "float", 1_000n);
    await credit("chain", "customer:b", 300n);
    await credit("unswept", "unallocated", 200n);
    expect(await reserve("BTC")).toMatchObject({ own: 1_000n });
    await move("chain", "unswept", 200n);
    expect(await reserve("BTC")).toMatchObject({ own: 1_000n });
    expect((await reserveRows(worker)).find(({ asset }) => asset === "BTC")).toEqual({
      asset: "BTC",
      hot: 1_500n,
      owed: 500n,
      available: 1_000n,
    });
    expect(await mayHold(1_000n)).toMatchObject({ error: true });
    expect(await mayHold(1_001n)).toMatchObject({ error: false });
    await move("customer:b", "conversion", 300n);
    expect(await reserve("BTC")).toMatchObject({ own: 1_300n });
    expect(await brokenInvariants()).toEqual([]);
    await place.owner.$client`UPDATE reserves SET owed = owed + 1 WHERE asset = 'BTC'`;
    expect(await brokenInvariants()).toHaveLength(1);
  });
});
