import postgres from "postgres";
import { completeOrders } from "../completed-orders";
import { inTurn } from "../measured";
import { ORDERS } from "../orders";
import { openPaidOrders, settling } from "../paid-orders";
import type { Row } from "../row";
import { openService } from "../service";

/** Blocks come so soon that the work sets the pace, and not they. */
const ENVIRONMENT = { SIMNET_BLOCK_MS: "500" };
/** A round is long, and evens out by itself what else the machine does. */
const ROUNDS = 3;

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
      const measured = await inTurn({
        key: "whole-order",
        rounds: ROUNDS,
        warmsUp: true,
        cpuMs: service.cpuMs,
        async ours() {
          const { tookMs } = await completeOrders(server, sql, completedARound);
          return { units: completedARound, perSecond: completedARound / (tookMs / 1_000) };
        },
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
