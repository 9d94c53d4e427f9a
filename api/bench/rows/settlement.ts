import { randomUUID } from "node:crypto";
import { ensureDatabase } from "../../src/db/connect";
import { inTurn } from "../measured";
import { CLIENTS, ORDERS } from "../orders";
import { engineCpuMs, openPaidOrders, settling } from "../paid-orders";
import type { Row } from "../row";
import { openTpcB } from "../tpc-b";

export const settlement: Row = {
  key: "settlement",
  inShort: true,
  async measure(bench) {
    const { rounds, seconds, settledARound } = bench.form;
    const service = await bench.service();
    const [plain] = await openPaidOrders(service, [{ bodies: ORDERS, count: rounds * settledARound }]);
    if (plain === undefined) throw new Error("no orders were prepared");
    try {
      const database = `tpcb_${randomUUID().slice(0, 8)}`;
      await ensureDatabase(service.postgres, database);
      const tpcB = await openTpcB(service.postgres.urlOf(database), CLIENTS);
      bench.note(`TPC-B is ${tpcB.name}.`);
      const measured = await inTurn({
        key: "settlement",
        rounds,
        warmsUp: false,
        cpuMs: () => engineCpuMs(service),
        ours: settling(plain, settledARound),
        bare: async () => ({ units: 0, perSecond: await tpcB.run(seconds) }),
      });
      await tpcB.close();
      return [measured];
    } finally {
      await plain.close();
    }
  },
};
