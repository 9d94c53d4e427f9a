import { mapOk } from "../../core/result";
import type { MarketAnswers } from "../market/answers";
import type { OrderAnswers } from "../orders/answers";
import { createUnpaidCap } from "../orders/unpaid";
import type { V1Verbs } from "./verbs";

/** An integrator's customers pay by themselves: its key may have more unpaid orders than one visitor. */
const UNPAID_MAX = 100;
/** As many as a key can make in a day. */
const ORDERS_KEPT = 1_000;

/** The third-party base on the public verbs; unpaid orders count by key and not by address. */
export function createV1(parts: { orders: OrderAnswers; market: MarketAnswers; lifted: boolean }): V1Verbs {
  const { orders, market } = parts;
  const unpaid = createUnpaidCap({
    lifted: parts.lifted,
    areWaiting: (ids) => orders.countWaiting(ids),
    unpaidMax: UNPAID_MAX,
    ordersKept: ORDERS_KEPT,
  });
  return {
    currencies: () => market.currencies(),
    rate: (from, to) => market.rate(from, to),
    create: async (body, { integrator, ...context }) => {
      const client = { key: integrator.id, replayOf: context.idempotency?.scopeHash };
      return unpaid.run(
        client,
        () => orders.create(body, context),
        ({ id }) => id,
      );
    },
    read: async (id, language) => {
      const read = await orders.read(id, language);
      return mapOk(read, ({ order }) => order);
    },
  };
}
