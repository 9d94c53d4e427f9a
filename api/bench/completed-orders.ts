import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { CLIENTS, createOrders, type Made, ORDERS } from "./orders";
import type { Served } from "./processes";

const LOOK_MS = 50;

/**
 * Makes so many orders, then pays them all at once on simnet, and waits for their ends. Returns them, and how long it took from the
 * first payment on.
 */
export async function completeOrders(
  server: Served,
  sql: Sql,
  count: number,
): Promise<{ made: Made[]; tookMs: number }> {
  const made = await createOrders(server, count, ORDERS);
  const ids = made.map(({ id }) => id);
  const unpaid = [...made];
  const began = performance.now();
  const payInTurn = async (): Promise<void> => {
    for (let order = unpaid.pop(); order !== undefined; order = unpaid.pop()) await pay(server, order);
  };
  await Promise.all(Array.from({ length: CLIENTS }, payInTurn));
  while (!(await areCompleted(sql, ids))) await sleep(LOOK_MS);
  return { made, tookMs: performance.now() - began };
}

async function pay(server: Served, order: Made): Promise<void> {
  const { sendCurrency: currency, sendAmount: amount, depositAddress: address } = order;
  const answer = await fetch(`${server.base}/api/simnet/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ currency, amount, address }),
  });
  if (!answer.ok) throw new Error(`a payment was refused: ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function areCompleted(sql: Sql, ids: readonly string[]): Promise<boolean> {
  const [row] =
    await sql`SELECT count(*)::int AS done FROM orders WHERE id = ANY(${[...ids]}) AND state = 'completed'`;
  return row?.done === ids.length;
}
