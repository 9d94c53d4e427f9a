import fc from "fast-check";
import { expect, test } from "vitest";
import { exampleMixer, exampleOrder } from "../../../test/orders/example-order";
import { ExampleWorld } from "../../../test/orders/example-world";
import { decodeJson, encodeJson } from "../../core/json";
import type { Order } from "../machine/order";
import { readBody, readTerms } from "./stored-order";

const stored = (value: unknown): unknown => decodeJson(JSON.parse(JSON.stringify(encodeJson(value))));

function expectSame(order: Order): void {
  const { id: _, trackingCode: _code, version: _version, terms, refundAddress: _to, ...body } = order;
  expect(readTerms(stored(terms))).toEqual(terms);
  expect(readBody(stored(body))).toEqual(body);
}

test("an order is read as it was written, whatever happened to it", () => {
  const move = fc.record({ kind: fc.nat(), a: fc.nat({ max: 10_000 }), b: fc.nat({ max: 10_000 }) });
  const moves = fc.array(move, { maxLength: 60, size: "max" });
  const states = new Set<string>();
  fc.assert(
    fc.property(moves, fc.constantFrom(0, 3), (todo, rounds) => {
      const mixed = rounds > 0 ? { terms: { mixer: exampleMixer(rounds) } } : {};
      const world = new ExampleWorld(exampleOrder(mixed));
      for (const next of todo) {
        world.move(next);
        expectSame(world.order);
      }
      world.heal();
      for (const order of [world.order, ...world.children]) expectSame(order);
      for (const state of world.states) states.add(state);
    }),
    { seed: 1 },
  );
  for (const state of ["action_required", "hold", "mixing", "sending", "completed", "refunded"])
    expect(states).toContain(state);
});

test("what no order writes is not read", () => {
  const { terms } = exampleOrder();
  expect(() => readTerms(stored({ ...terms, sendUnits: "1" }))).toThrow("sendUnits");
  expect(() => readTerms(stored({ ...terms, surprise: 1 }))).toThrow("surprise");
  expect(() => readBody({})).toThrow("phase");
});
