import type { OrderState } from "@sotto/openapi";
import { ask, type Context } from "../context";
import { CliFailure, unreachable } from "../failure";
import type { SeenOrder } from "../output/order";

export type Followed = { order: SeenOrder; timedOut: boolean };

/** Nothing more happens by itself in these states, or a person has to act first. */
const RESTING: ReadonlySet<OrderState> = new Set([
  "completed",
  "refunded",
  "expired",
  "cancelled",
  "failed",
  "action_required",
  "hold",
]);

/** Half of what the server allows for reading an order. */
const POLL_MS = 2_000;
/** A server that restarts is back by then; each is one poll. */
const MISSES_MAX = 30;

/** Reads an order until it rests, and reports each change of its state, confirmations or transactions. */
export async function followOrder(
  sotto: Context,
  id: string,
  options: { timeoutMs: number; onChange: (order: SeenOrder) => void },
): Promise<Followed> {
  let seen = "";
  let misses = 0;
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const order = await readOrder(sotto, id);
    if (order === undefined) {
      misses++;
      if (misses > MISSES_MAX) throw unreachable(sotto.apiUrl, undefined);
    } else {
      misses = 0;
      const now = fingerprint(order);
      if (now !== seen) options.onChange(order);
      seen = now;
      if (RESTING.has(order.state)) return { order, timedOut: false };
      if (waitedMs >= options.timeoutMs) return { order, timedOut: true };
    }
    await sotto.terminal.sleep(POLL_MS);
  }
}

/** The order; undefined when the server does not answer or asks to wait, which passes. */
async function readOrder(sotto: Context, id: string): Promise<SeenOrder | undefined> {
  try {
    return await ask(sotto, (client) => client.GET("/api/exchanges/{id}", { params: { path: { id } } }));
  } catch (error) {
    if (error instanceof CliFailure && error.passes) return undefined;
    throw error;
  }
}

const fingerprint = (order: SeenOrder): string =>
  JSON.stringify([
    order.state,
    order.revision,
    order.confirmations,
    order.deposits.map(({ txHash }) => txHash),
    order.payouts.map(({ txHash, status }) => [txHash, status]),
  ]);
