import { expect, test } from "vitest";
import type { Order } from "../../lib/api";
import { discLevel, stepDiscLevel } from "./level";

const held = (what: "administrator" | "refund_address"): Order =>
  ({
    state: "hold",
    awaits: { what, since: "2026-01-31T12:00:00.000Z", refundAt: null },
  }) as Partial<Order> as Order;

test("a held order's step is under way, behind full ones and before an empty one", () => {
  const levels = [0, 1, 2, 3].map((index) => stepDiscLevel(held("administrator"), index).level);
  expect(levels).toEqual([1, 1, 0.5, 0]);
});

test("an order that waits for a refund address tilts a disc that shows it", () => {
  expect(discLevel(held("refund_address"))).toEqual({ level: 0.5, isTilted: true });
  expect(stepDiscLevel(held("refund_address"), 2)).toEqual({ level: 0.5, isTilted: true });
});
