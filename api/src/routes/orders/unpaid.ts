import type { Problem } from "../../core/errors";
import { problem } from "../../core/errors";
import { err, type Result } from "../../core/result";

/** Unpaid orders of one visitor at a time: each holds reserve that others cannot use. */
const UNPAID_MAX = 5;
/** More than the 30 orders an hour that a visitor can make. */
const ORDERS_KEPT = 40;
const CLIENTS_MAX = 50_000;

export type UnpaidCap = {
  /** Runs `create` unless the client already has as many unpaid orders or creations under way. Error: `limit/unpaid`. */
  run<Value>(
    client: { key: string; replayOf: string | undefined },
    create: () => Promise<Result<Value, Problem>>,
    idOf: (value: Value) => string,
  ): Promise<Result<Value, Problem>>;
};

type Made = { orders: { id: string; claim: string | undefined }[]; underWay: number };

/** Remembers in memory which orders each client made, as long as they wait for their payment. */
export function createUnpaidCap(options: {
  lifted: boolean;
  areWaiting: (ids: readonly string[]) => Promise<number>;
  /** For others than visitors. */
  unpaidMax?: number;
  /** Orders remembered of each client: as many as it can make while one waits. */
  ordersKept?: number;
}): UnpaidCap {
  const { unpaidMax = UNPAID_MAX, ordersKept = ORDERS_KEPT } = options;
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
    run: async (client, create, idOf) => {
      if (options.lifted) return create();
      const made = madeBy(client.key);
      // A repeated request makes no further order: it gets its first answer again.
      const isReplay =
        client.replayOf !== undefined && made.orders.some(({ claim }) => claim === client.replayOf);
      if (isReplay) return create();
      made.underWay++;
      try {
        const waiting =
          made.orders.length === 0 ? 0 : await options.areWaiting(made.orders.map(({ id }) => id));
        if (waiting + made.underWay > unpaidMax) return err(problem("limit/unpaid", { retryAfterS: 60 }));
        const created = await create();
        if (created.ok) {
          made.orders = [
            ...made.orders.slice(1 - ordersKept),
            { id: idOf(created.value), claim: client.replayOf },
          ];
        }
        return created;
      } finally {
        made.underWay--;
      }
    },
  };
}
