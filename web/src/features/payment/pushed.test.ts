import { expect, test } from "vitest";
import type { Order } from "../../lib/api";
import { createPushed } from "./pushed";

const order = (state: Order["state"], id = "a"): Order => ({ id, state }) as Partial<Order> as Order;

test("an answer that was asked for before a push gives way to it", () => {
  const pushed = createPushed();
  const choose = pushed.beforeAsking();
  pushed.push(order("confirming"));
  pushed.push(order("action_required"));
  expect(choose(order("waiting")).state).toBe("action_required");
});

test("an answer that was asked for after the last push counts", () => {
  const pushed = createPushed();
  pushed.push(order("waiting"));
  expect(pushed.beforeAsking()(order("confirming")).state).toBe("confirming");
});

test("what was pushed of another order never takes an answer's place", () => {
  const pushed = createPushed();
  const choose = pushed.beforeAsking();
  pushed.push(order("completed", "b"));
  expect(choose(order("waiting")).state).toBe("waiting");
});
