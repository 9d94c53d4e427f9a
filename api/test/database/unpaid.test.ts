// Which of a client's orders count as unpaid: those that no block holds a payment for, whatever else was sent to them.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { transaction } from "../../src/db/transaction";
import { newBookId, newOrderId, newTrackingCode } from "../../src/orders/ids";
import type { OrderEvent } from "../../src/orders/machine/events";
import { insertOrder } from "../../src/orders/store/store";
import { countUnpaid } from "../../src/orders/verbs/count-unpaid";
import { CREATED_AT, exampleOrder, paid, play, SEND_UNITS, seen, settle } from "../orders/example-order";
import { openPlace, type Place } from "./place";

const random = { bytes: (count: number) => randomBytes(count) };
const LEAST = 100_000n;

let place: Place;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

async function insertAfter(events: readonly OrderEvent[]): Promise<string> {
  const id = newOrderId(random);
  const terms = { book: newBookId(random), depositAddress: id, sendUnitsMin: LEAST };
  const { order } = play(exampleOrder({ id, trackingCode: newTrackingCode(random), terms }), ...events);
  const creation = { source: "test", externalId: id, type: "created" } as const;
  await transaction(place.worker, (tx) => insertOrder(tx, { order, commands: [] }, creation));
  return id;
}

it.each<[string, OrderEvent[], number]>([
  ["for which nothing was seen", [], 1],
  ["whose payment is in no block", [seen()], 1],
  ["to which a little was paid, and whose customer is asked", paid(LEAST - 1n), 1],
  ["to which another asset was sent", [seen(10n ** 18n, { asset: "ETH", blockAt: CREATED_AT })], 1],
  ["whose payment is in a block", [seen(SEND_UNITS, { blockAt: CREATED_AT })], 0],
  ["that was paid the least that it takes", [seen(LEAST, { blockAt: CREATED_AT })], 0],
  ["that is being paid out", [...paid(), settle()], 0],
  ["that was cancelled", [{ type: "cancel", at: CREATED_AT }], 0],
])("an order %s counts, or not", async (_, events, count) => {
  const id = await insertAfter(events);
  expect(await countUnpaid(place.worker, [id, newOrderId(random)])).toBe(count);
});
