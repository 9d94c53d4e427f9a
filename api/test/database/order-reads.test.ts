import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { bookIdOf, type OrderId, orderIdOf, type TrackingCode, trackingCodeOf } from "../../src/core/ids";
import { transaction } from "../../src/db/transaction";
import { createOrderReads } from "../../src/orders/store/reads-store";
import { insertOrder } from "../../src/orders/store/store";
import { exampleOrder } from "../orders/example-order";
import { openPlace, type Place } from "./place";

let place: Place;

const NAMES = ["one", "second", "third"] as const;
const codeOf = (name: string): TrackingCode => trackingCodeOf(`30000000${name.length}`);

beforeAll(async () => {
  place = await openPlace();
  for (const name of NAMES) {
    const ids = { id: orderIdOf(name), trackingCode: codeOf(name) };
    const order = exampleOrder({ ...ids, terms: { book: bookIdOf(name) } });
    const creation = { source: "test", externalId: name, type: "claimed" } as const;
    await transaction(place.worker, (tx) => insertOrder(tx, { order, commands: [] }, creation));
  }
});
afterAll(() => place.close());

it("orders that are asked for at the same time are read in one statement, each for its own reader", async () => {
  const reads = createOrderReads(place.http);
  const execute = vi.spyOn(place.http, "execute");
  const byId = await Promise.all(["second", "nothing", "one"].map((id) => reads.byId(orderIdOf(id))));
  expect(byId.map((order) => order?.id)).toEqual(["second", undefined, "one"]);
  expect(execute).toHaveBeenCalledTimes(1);
  const codes = ["third", "unknown", "second"].map(codeOf);
  const byCode = await Promise.all(codes.map((code) => reads.byCode(code)));
  expect(byCode.map((order) => order?.id)).toEqual(["third", undefined, "second"]);
  expect(execute).toHaveBeenCalledTimes(2);
  execute.mockRestore();
});

it("an order that cannot be read fails for its own readers only", async () => {
  await place.owner.$client`UPDATE orders SET body = '{}', version = version + 1 WHERE id = 'third'`;
  const reads = createOrderReads(place.http);
  const read = (id: OrderId) => reads.byId(id);
  const ended = await Promise.allSettled(NAMES.map((name) => read(orderIdOf(name))));
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
});
