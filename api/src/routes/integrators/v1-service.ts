import { problem } from "../../core/errors";
import { orderIdOf } from "../../core/ids";
import { err } from "../../core/result";
import type { KeyOrders } from "../../integrators/api-keys";
import type { MarketAnswers } from "../market/answers";
import type { OrderAnswers } from "../orders/answers";
import { createUnpaidCap } from "../orders/unpaid";
import type { OwnOrder, V1Verbs } from "./verbs";

/** An integrator's customers pay by themselves: its key may have more unpaid orders than one visitor. */
const UNPAID_MAX = 100;
/** As many as a key can make in a day. */
const ORDERS_KEPT = 1_000;

/** The third-party base on the public verbs; unpaid orders count by key and not by address. */
export function createV1(parts: {
  orders: OrderAnswers;
  market: MarketAnswers;
  retention: Pick<OwnOrder, "delete">;
  keyOrders: KeyOrders;
  lifted: boolean;
}): V1Verbs {
  const { orders, market, retention, keyOrders } = parts;
  const unpaid = createUnpaidCap({
    lifted: parts.lifted,
    areWaiting: (ids) => orders.countWaiting(ids),
    unpaidMax: UNPAID_MAX,
    ordersKept: ORDERS_KEPT,
  });
  return {
    currencies: market.currencies,
    rate: market.rate,
    calculate: market.calculate,
    create: async (body, { integrator, ...call }) => {
      const client = {
        budgets: [{ key: integrator.id, times: 1 }],
        replayOf: call.idempotency?.scopeHash,
      };
      return unpaid.run(
        client,
        () => orders.create(body, { ...call, record: (tx, id) => keyOrders.record(tx, id, integrator) }),
        ({ id }) => id,
      );
    },
    own: async (id, integrator, then) =>
      (await keyOrders.isOf(orderIdOf(id), integrator))
        ? then({ ...orders, delete: retention.delete })
        : err(problem("order/unknown")),
  };
}
