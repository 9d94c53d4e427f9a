import { ok } from "../../core/result";
import type { OrderVerbs } from "../../orders/verbs/verbs";
import type { MarketAnswers } from "../market/answers";
import { createUnpaidCap } from "../orders/unpaid";
import type { V1Verbs } from "./verbs";

/** An integrator's customers pay by themselves: its key may have more unpaid orders than one visitor. */
const UNPAID_MAX = 100;
/** As many as a key can make in a day. */
const ORDERS_KEPT = 1_000;

/** The third-party base on the public verbs; unpaid orders count by key and not by address. */
export function createV1(parts: { orders: OrderVerbs; market: MarketAnswers; lifted: boolean }): V1Verbs {
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
      const created = await unpaid.run(
        client,
        () => orders.create(body, context),
        ({ order }) => order.id,
      );
      return created.ok ? ok(created.value.order) : created;
    },
    read: async (id, language) => {
      const read = await orders.read(id, language);
      return read.ok ? ok(read.value.order) : read;
    },
  };
}
