import type { Order, OrderState } from "@sotto/openapi";
import { ask, type Context } from "../../context";
import { CliFailure, EXIT, serverUnreachable } from "../../failure";
import { orderPairs, progressLine, stateText } from "../../output/order";
import { printRecord } from "../../output/print";

type Followed = { order: Order; timedOut: boolean };

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

/**
 * Follows an order to its end: for a person a line a change, for a program the order itself.
 * Throws CliFailure unless what was ordered has arrived.
 */
export async function followToItsEnd(sotto: Context, id: string, timeoutMs: number): Promise<void> {
  let isFirst = true;
  let line = "";
  const followed = await followOrder(sotto, id, {
    timeoutMs,
    onChange: async (order) => {
      const now = progressLine(order);
      // A person sees each line once, though more than the line says may have changed.
      if (sotto.format === "table" && now !== line) sotto.terminal.out(now);
      line = now;
      if (sotto.format !== "table") await printRecord(sotto, order, orderPairs, { titles: isFirst });
      isFirst = false;
    },
  });
  finish(sotto, followed);
}

/** Reads an order until it rests, and reports each change of its state, confirmations or transactions. */
async function followOrder(
  sotto: Context,
  id: string,
  options: { timeoutMs: number; onChange: (order: Order) => Promise<void> },
): Promise<Followed> {
  let seen = "";
  let misses = 0;
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const order = await readOrder(sotto, id);
    if (order === undefined) {
      misses++;
      if (misses > MISSES_MAX) throw serverUnreachable(sotto.apiUrl, undefined);
    } else {
      misses = 0;
      const now = fingerprint(order);
      if (now !== seen) await options.onChange(order);
      seen = now;
      if (RESTING.has(order.state)) return { order, timedOut: false };
      if (waitedMs >= options.timeoutMs) return { order, timedOut: true };
    }
    await sotto.terminal.sleep(POLL_MS);
  }
}

/** The order; undefined when the server does not answer or asks to wait, which passes. */
async function readOrder(sotto: Context, id: string): Promise<Order | undefined> {
  try {
    return await ask(sotto, (client) => client.GET("/api/exchanges/{id}", { params: { path: { id } } }));
  } catch (error) {
    if (error instanceof CliFailure && error.passes) return undefined;
    throw error;
  }
}

const fingerprint = (order: Order): string =>
  JSON.stringify([
    order.state,
    order.revision,
    order.confirmations,
    order.deposits.map(({ txHash }) => txHash),
    order.payouts.map(({ txHash, status }) => [txHash, status]),
  ]);

/** Says how it ended; only coins that arrived as ordered are success. */
function finish(sotto: Context, { order, timedOut }: Followed): void {
  const page = `${sotto.apiUrl}/en/payment/${order.id}`;
  if (timedOut) {
    throw new CliFailure(`Gave up waiting: the order is still ${order.state}.`, {
      exitCode: EXIT.failure,
      hint: `It continues by itself: ${page}`,
    });
  }
  if (order.state === "completed") {
    const paid = order.amounts.paid ?? { amount: order.receiveAmount, currency: order.receiveCurrency };
    sotto.terminal.note(`${paid.amount} ${paid.currency} arrived in ${order.txHash ?? "-"}`);
    return;
  }
  const why = stateText(order);
  const { refunded } = order.amounts;
  const back =
    refunded === null
      ? ""
      : ` ${refunded.amount} ${refunded.currency} ${refunded.sent ? "were" : "will be"} refunded.`;
  throw new CliFailure(`The order did not complete (${why}).${back}`, {
    exitCode: EXIT.failure,
    hint:
      order.choices.length > 0
        ? `Choose: sotto swap decide ${order.id} ${order.choices.map(({ choice }) => choice).join("|")}, or on its page: ${page}`
        : `Its page: ${page}`,
  });
}
