import { afterAll, beforeAll, expect, it } from "vitest";
import { bookIdOf, orderIdOf, type TrackingCode, trackingCodeOf } from "../../src/core/ids";
import type { Tx } from "../../src/db/client";
import { transaction } from "../../src/db/transaction";
import { loadOrderByCode } from "../../src/orders/store/code-store";
import { placeOrders } from "../../src/orders/store/place-store";
import { insertOrder } from "../../src/orders/store/store";
import { exampleMixer, exampleOrder } from "../orders/example-order";
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
    placeOrders(tx, [{ order: orderNamed(name, code), assigned: { address: name, index: name.length } }]),
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

it("a tail finds an order by an address that it pays to, and by no other", async () => {
  const addresses = ["bc1first0001", "BC1SECOND002", "third-is-3abC"];
  const terms = [
    { payout: { kind: "to", address: "bc1only0wYdH" } },
    {
      payout: { kind: "to", address: "bc1first0001" },
      mixer: { ...exampleMixer(2), receiveAddresses: addresses },
    },
    { payout: { kind: "refund_only", because: "claimed" } },
  ] as const;
  for (const [index, each] of terms.entries()) {
    const id = `paid-${index}`;
    const order = exampleOrder({
      ...{
        id: orderIdOf(id),
        trackingCode: trackingCodeOf(`30000000${index}`),
        refundAddress: `refund-${index}rEf`,
      },
      terms: { ...each, book: bookIdOf(id) },
    });
    const creation = { source: "test", externalId: id, type: "claimed" } as const;
    await transaction(place.worker, (tx) => insertOrder(tx, { order, commands: [] }, creation));
  }
  const found = async (code: string, tail: string) =>
    (await loadOrderByCode(place.http, trackingCodeOf(code), tail))?.id;
  const idsOf = (code: string, tails: readonly string[]) =>
    Promise.all(tails.map((tail) => found(code, tail)));
  expect(await idsOf("300000000", ["wydh", "0wyd", "0ref", "ress"])).toEqual(["paid-0", ...Array(3)]);
  expect(await idsOf("300000001", ["0001", "d002", "3abc"])).toEqual(Array(3).fill("paid-1"));
  expect(await idsOf("300000001", ["0002", "1ref", "%%%%", "____"])).toEqual(Array(4));
  expect(await idsOf("300000002", ["2ref", "wydh"])).toEqual(["paid-2", undefined]);
  expect(await found("399999999", "wydh")).toBeUndefined();
});
