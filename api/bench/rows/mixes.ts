import { inTurn } from "../measured";
import { MIXED, ORDERS } from "../orders";
import { engineCpuMs, openPaidOrders, settling } from "../paid-orders";
import type { Row } from "../row";

export const mixes: Row = {
  key: "mixes",
  async measure(bench) {
    const { rounds, settledARound, mixedARound } = bench.form;
    const service = await bench.service();
    const [plain, mixed] = await openPaidOrders(service, [
      { bodies: ORDERS, count: rounds * settledARound },
      { bodies: MIXED, count: rounds * mixedARound },
    ]);
    if (plain === undefined || mixed === undefined) throw new Error("no orders were prepared");
    try {
      return [
        await inTurn({
          key: "mixes",
          rounds,
          warmsUp: false,
          cpuMs: () => engineCpuMs(service),
          ours: settling(mixed, mixedARound),
          bare: settling(plain, settledARound),
        }),
      ];
    } finally {
      await plain.close();
      await mixed.close();
    }
  },
};
