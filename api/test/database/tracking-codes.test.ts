import { afterAll, beforeAll, expect, it } from "vitest";
import { bookIdOf, orderIdOf, type TrackingCode, trackingCodeOf } from "../../src/core/ids";
import type { Tx } from "../../src/db/client";
import { transaction } from "../../src/db/transaction";
import { insertOrder, loadOrderByCode, placeOrder } from "../../src/orders/store/store";
import { exampleOrder } from "../orders/example-order";
import { openPlace, type Place } from "./place";

let place: Place;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

const TAKEN = trackingCodeOf("100000001");

const orderNamed = (name: string, trackingCode: TrackingCode) =>
  exampleOrder({ id: orderIdOf(name), trackingCode, terms: { book: bookIdOf(name) } });

const ways = {
  placed: (tx: Tx, name: string, code: TrackingCode) =>
    placeOrder(tx, orderNamed(name, code), { address: name, index: name.length }),
  inserted: (tx: Tx, name: string, code: TrackingCode) =>
    insertOrder(
      tx,
      { order: orderNamed(name, code), commands: [] },
      { source: "test", externalId: name, type: "claimed" },
    ),
};

it("an order whose tracking code exists already draws another", async () => {
  await transaction(place.worker, (tx) => ways.placed(tx, "first", TAKEN));
  for (const [name, write] of Object.entries(ways)) {
    const another = trackingCodeOf(`20000000${name.length}`);
    const drawn = [TAKEN, TAKEN, another];
    await transaction(place.worker, async (tx) => void (await write(tx, name, drawn.shift() ?? another)));
    expect(drawn).toEqual([]);
    expect((await loadOrderByCode(place.worker, another))?.id).toBe(name);
  }
  expect((await loadOrderByCode(place.worker, TAKEN))?.id).toBe("first");
});
