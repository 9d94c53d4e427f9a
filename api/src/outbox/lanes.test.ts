import fc from "fast-check";
import { expect, it } from "vitest";
import { orderIdOf } from "../core/ids";
import { intoLanes } from "./lanes";
import type { LeasedRow } from "./store";

const KINDS = new Set(["screen", "settle"]);
const ORDERS = ["a", "b", "c", "d", "e", "f"].map((letter) => letter.repeat(24));

const row = fc.record({
  kind: fc.constantFrom("screen", "settle", "send_leg"),
  order: fc.option(fc.constantFrom(...ORDERS), { freq: 8 }),
});
const batch = fc.array(row, { maxLength: 32 }).map((given) =>
  given.map(
    ({ kind, order }, at): LeasedRow => ({
      id: String(at),
      orderId: order === null ? null : orderIdOf(order),
      command: { kind },
      attempts: 1,
      fence: "1",
    }),
  ),
);

it("puts each command into one lane, in its order, those of one order together, and what keeps its turn together", () => {
  fc.assert(
    fc.property(batch, fc.integer({ min: 1, max: 5 }), (rows, lanesMax) => {
      const lanes = intoLanes(rows, { kinds: KINDS, lanesMax });
      expect(lanes.length).toBeLessThanOrEqual(lanesMax);
      const all = lanes.flat();
      expect(all.toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(rows);
      for (const lane of lanes) expect(lane).toEqual(lane.toSorted((a, b) => Number(a.id) - Number(b.id)));
      const lanesWith = (has: (one: LeasedRow) => boolean) => lanes.filter((lane) => lane.some(has)).length;
      for (const { orderId } of rows) expect(lanesWith((one) => one.orderId === orderId)).toBe(1);
      expect(lanesWith(({ command }) => command !== null && !KINDS.has(command.kind))).toBeLessThanOrEqual(1);
    }),
  );
});

it("uses all lanes where there is enough to do", () => {
  const rows = ORDERS.map((order, at): LeasedRow => {
    return {
      id: String(at),
      orderId: orderIdOf(order),
      command: { kind: "screen" },
      attempts: 1,
      fence: "1",
    };
  });
  expect(intoLanes(rows, { kinds: KINDS, lanesMax: 3 })).toHaveLength(3);
  expect(intoLanes(rows, { kinds: new Set(), lanesMax: 3 })).toHaveLength(1);
});
