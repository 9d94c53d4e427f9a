import type { Problem } from "../../core/errors";
import { problem } from "../../core/errors";
import { err, type Result } from "../../core/result";
import type { Budget } from "../../http/client";
import { STATED_LIMITS } from "../limits";

/** More than the 30 orders an hour that a visitor can make. */
const ORDERS_KEPT = 40;
const CLIENTS_MAX = 50_000;

export type UnpaidCap = {
  /**
   * Runs `create`, with the ids of the orders that the client and those who share its budgets have made, unless the client
   * already has as many unpaid orders or creations under way. Error: `limit/unpaid`.
   */
  run<Value>(
    client: { budgets: readonly Budget[]; replayOf: string | undefined },
    create: (others: readonly string[]) => Promise<Result<Value, Problem>>,
    idOf: (value: Value) => string,
  ): Promise<Result<Value, Problem>>;
};

type Made = { orders: { id: string; claim: string | undefined }[]; underWay: number };

/**
 * Remembers in memory which orders each client made. Those who share a larger budget
 * may have as many times more.
 */
export function createUnpaidCap(options: {
  lifted: boolean;
  countUnpaid: (ids: readonly string[]) => Promise<number>;
  /** For others than visitors. */
  unpaidMax?: number;
  /** Orders remembered of each client: as many as it can make while one waits. */
  ordersKept?: number;
}): UnpaidCap {
  const { unpaidMax = STATED_LIMITS.unpaid.requests, ordersKept = ORDERS_KEPT } = options;
  const clients = new Map<string, Made>();
  const madeBy = (key: string): Made => {
    const known = clients.get(key) ?? { orders: [], underWay: 0 };
    clients.delete(key);
    const oldest = clients.size >= CLIENTS_MAX ? clients.keys().next().value : undefined;
    if (oldest !== undefined) clients.delete(oldest);
    clients.set(key, known);
    return known;
  };
  return {
    run: async ({ budgets, replayOf }, create, idOf) => {
      if (options.lifted) return create([]);
      const shares = budgets.map(({ key, times }) => ({ made: madeBy(key), times }));
      // A repeated request makes no further order: it gets its first answer again.
      const isReplay =
        replayOf !== undefined &&
        shares.some(({ made }) => made.orders.some(({ claim }) => claim === replayOf));
      const others = [...new Set(shares.flatMap(({ made }) => made.orders.map(({ id }) => id)))];
      if (isReplay) return create(others);
      for (const { made } of shares) made.underWay++;
      try {
        for (const { made, times } of shares) {
          if (await isFull(made, unpaidMax * times)) return err(problem("limit/unpaid", { retryAfterS: 60 }));
        }
        const created = await create(others);
        if (created.ok) {
          const order = { id: idOf(created.value), claim: replayOf };
          for (const { made, times } of shares)
            made.orders = [...made.orders.slice(1 - ordersKept * times), order];
        }
        return created;
      } finally {
        for (const { made } of shares) made.underWay--;
      }
    },
  };

  async function isFull(made: Made, most: number): Promise<boolean> {
    if (made.orders.length + made.underWay <= most) return false;
    const unpaid = made.orders.length === 0 ? 0 : await options.countUnpaid(made.orders.map(({ id }) => id));
    return unpaid + made.underWay > most;
  }
}
