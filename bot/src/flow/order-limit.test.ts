import type { Order } from "@sotto/openapi";
import { expect, test } from "vitest";
import { FOLLOWED_MAX, ORDERS_MAX } from "../session/session";
import { mayOrder } from "./order-limit";

const ids = (count: number) => Array.from({ length: count }, (_, at) => `order-${at}`);

const apiOf = (state: (id: string) => Order["state"]) => ({
  order: async (id: string) => ({ ok: true as const, value: { id, state: state(id) } as Order }),
});

test("orders that may still be paid count, those that ended unpaid do not", async () => {
  const allOpen = apiOf(() => "waiting");
  expect(await mayOrder(ids(ORDERS_MAX - 1), allOpen)).toBe(true);
  expect(await mayOrder(ids(ORDERS_MAX), allOpen)).toBe(false);
  const oneEnded = apiOf((id) => (id === "order-3" ? "expired" : "confirming"));
  expect(await mayOrder(ids(ORDERS_MAX), oneEnded)).toBe(true);
  expect(await mayOrder(ids(ORDERS_MAX + 1), oneEnded)).toBe(false);
  expect(
    await mayOrder(
      ids(FOLLOWED_MAX),
      apiOf(() => "cancelled"),
    ),
  ).toBe(false);
});

test("an order that cannot be read counts, one that is no longer known does not", async () => {
  const down = async () => ({ ok: false as const, error: { kind: "down" as const, retryAfterS: 1 } });
  expect(await mayOrder(ids(ORDERS_MAX), { order: down })).toBe(false);
  const problem = { code: "order/unknown" } as never;
  const unknown = async () => ({ ok: false as const, error: { kind: "refused" as const, problem } });
  expect(await mayOrder(ids(ORDERS_MAX), { order: unknown })).toBe(true);
});
