import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { depositIdOf, type OrderId } from "../../src/core/ids";
import { silentNotifier } from "../../src/db/notifications";
import { transaction } from "../../src/db/transaction";
import type { AccountName } from "../../src/ledger/accounts";
import { creditEntry } from "../../src/ledger/entry";
import { createLedgerStore } from "../../src/ledger/store";
import { createEngine } from "../../src/orders/engine/apply";
import { createCommandHandlers } from "../../src/orders/engine/commands";
import { newBookId, newOrderId, newTrackingCode } from "../../src/orders/ids";
import { insertOrder, loadOrder } from "../../src/orders/store/store";
import {
  CREATED_AT,
  exampleMarket,
  exampleOrder,
  final,
  play,
  RECEIVE_UNITS,
  SEND_UNITS,
  screened,
  seen,
} from "../orders/example-order";
import { openPlace, type Place } from "./place";

let place: Place;
let made = 0;
const ledger = createLedgerStore(new Uint8Array(32));
const random = { bytes: (count: number) => randomBytes(count) };
const clock = { now: () => CREATED_AT };

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

const fund = (asset: "USDT-TRC20" | "TRX", units: bigint, from: AccountName) =>
  transaction(place.worker, (tx) => {
    const entries = [{ account: "chain", asset, units } as const, { account: from, asset, units: -units }];
    return ledger.append(tx, { kind: "float", key: `float:${++made}`, entries }, CREATED_AT);
  });

/** An order whose deposit is credited and clean, and for which nothing is held. */
async function insertPaid(): Promise<OrderId> {
  const book = newBookId(random);
  const order = exampleOrder({
    id: newOrderId(random),
    trackingCode: newTrackingCode(random),
    terms: { book },
  });
  const room = { free: 0n, unpaidFree: 0n };
  const paid = play(order, seen(SEND_UNITS, { room }), final(), screened());
  const id = depositIdOf(`deposit of ${order.id}`);
  const owedTo = `customer:${book}` as const;
  const credit = creditEntry({ id, asset: "BTC", units: SEND_UNITS, holding: "chain", owedTo });
  await transaction(place.worker, async (tx) => {
    const creation = { source: "test", externalId: order.id, type: "created" } as const;
    await insertOrder(tx, { order: paid.order, commands: [] }, creation);
    await ledger.append(tx, credit, CREATED_AT);
  });
  return order.id;
}

const settle = (orderId: OrderId) => {
  const engine = createEngine({ database: place.worker, ledger, notifier: silentNotifier });
  const handlers = createCommandHandlers({
    database: place.worker,
    engine,
    ledger,
    notifier: silentNotifier,
    clock,
    random,
    chains: new Map(),
    newMixSeed: async () => ({ keep: async () => {} }),
    isListed: () => false,
    // Read a moment ago, when the reserve could still pay all of them.
    marketFor: async () => exampleMarket({ payableUnits: RECEIVE_UNITS * 100n }),
    releasedCap: async () => 0n,
  });
  const command = { kind: "settle" } as const;
  return handlers.settle(command, { id: String(++made), orderId, command, attempts: 0, fence: "1" });
};

it("settlements at once promise what is ours, and never customers' coins", async () => {
  await fund("TRX", 10n ** 12n, "float");
  await fund("USDT-TRC20", RECEIVE_UNITS * 2n, "float");
  await fund("USDT-TRC20", RECEIVE_UNITS * 5n, "unallocated");
  const orders = await Promise.all(Array.from({ length: 4 }, insertPaid));
  const outcomes = await Promise.all(orders.map(settle));
  const short = { done: false, why: "reserve_insufficient", soon: true };
  expect(outcomes.filter(({ done }) => done)).toHaveLength(2);
  expect(outcomes.filter(({ done }) => !done)).toEqual([short, short]);
  const states = await Promise.all(
    orders.map(async (id) => (await loadOrder(place.worker, id))?.phase.state),
  );
  expect(states.toSorted()).toEqual(["exchanging", "exchanging", "sending", "sending"]);
});
