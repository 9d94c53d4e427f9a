import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { inTurn, type Work } from "../measured";
import { CLIENTS, createOrders, ORDERS } from "../orders";
import { openPaidOrders, settling } from "../paid-orders";
import type { Served } from "../processes";
import type { Row } from "../row";
import { openService } from "../service";

/** Blocks come so soon that the work sets the pace, and not they. */
const ENVIRONMENT = { SIMNET_BLOCK_MS: "500" };
/** A round is long, and evens out by itself what else the machine does. */
const ROUNDS = 3;
const LOOK_MS = 50;

/** Whole orders, from their payment to their final payout by all processes on simnet, against settlement. */
export const wholeOrder: Row = {
  key: "whole-order",
  async measure(bench) {
    const { settledARound, completedARound } = bench.form;
    bench.note(`Whole orders: ${ROUNDS} rounds of ${completedARound}.`);
    const service = await openService(bench.folderOf("whole"), ENVIRONMENT);
    const sql = postgres(service.postgres.superuserUrlOf("sotto"), { max: 1, onnotice: () => {} });
    const settled = await openService(bench.folderOf("settled"));
    try {
      const wanted = [{ bodies: ORDERS, count: (ROUNDS + 1) * settledARound }];
      const [settlement] = await openPaidOrders(settled, wanted);
      if (settlement === undefined) throw new Error("no orders were prepared");
      const server = await service.running();
      const isDone = async (ids: readonly string[]): Promise<boolean> => {
        const [row] =
          await sql`SELECT count(*)::int AS done FROM orders WHERE id = ANY(${[...ids]}) AND state = 'completed'`;
        return row?.done === ids.length;
      };
      const measured = await inTurn({
        key: "whole-order",
        rounds: ROUNDS,
        warmsUp: true,
        cpuMs: service.cpuMs,
        ours: () => completeOrders(server, completedARound, isDone),
        bare: settling(settlement, settledARound),
      });
      await settlement.close();
      return [measured];
    } finally {
      await sql.end();
      await service.close();
      await settled.close();
    }
  },
};

/** Makes so many orders, then pays them all at once, and waits for their ends. What it took from the payments on counts. */
async function completeOrders(
  server: Served,
  units: number,
  isDone: (ids: readonly string[]) => Promise<boolean>,
): Promise<Work> {
  const made = await createOrders(server, units, ORDERS);
  const ids = made.map(({ id }) => id);
  const unpaid = [...made];
  const began = performance.now();
  const payInTurn = async (): Promise<void> => {
    for (let order = unpaid.pop(); order !== undefined; order = unpaid.pop()) {
      const { sendCurrency: currency, sendAmount: amount, depositAddress: address } = order;
      const answer = await fetch(`${server.base}/api/simnet/pay`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ currency, amount, address }),
      });
      if (!answer.ok) throw new Error(`a payment was refused: ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, payInTurn));
  while (!(await isDone(ids))) await sleep(LOOK_MS);
  return { units, perSecond: units / ((performance.now() - began) / 1_000) };
}
