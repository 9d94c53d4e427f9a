import { problem } from "../../core/errors";
import { orderIdOf } from "../../core/ids";
import { err } from "../../core/result";
import type { KeyOrders } from "../../integrators/api-keys";
import { LIMITS, STATED_LIMITS } from "../limits";
import type { MarketAnswers } from "../market/answers";
import type { OrderAnswers } from "../orders/answers";
import { createUnpaidCap } from "../orders/unpaid";
import type { OwnOrder, V1Verbs } from "./verbs";

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
    countUnpaid: (ids) => orders.countUnpaid(ids),
    unpaidMax: STATED_LIMITS.unpaidOfKey.requests,
    // As many as a key can make in a day.
    ordersKept: LIMITS.apiKeyOrders.requests,
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
        (others) =>
          orders.create(body, { ...call, others, record: (tx, id) => keyOrders.record(tx, id, integrator) }),
        ({ id }) => id,
      );
    },
    own: async (id, integrator, then) =>
      (await keyOrders.isOf(orderIdOf(id), integrator))
        ? then({ ...orders, delete: retention.delete })
        : err(problem("order/unknown")),
  };
}
