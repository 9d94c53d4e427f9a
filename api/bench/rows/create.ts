import { againstBare } from "../load";
import { CREATE, createOrders, ORDERS } from "../orders";
import type { Row } from "../row";
import { openService } from "../service";

/** After so many orders the runs in which addresses are derived are as long as they get. */
const WARM_UP_ORDERS = 64;

export const create: Row = {
  key: "create",
  inShort: true,
  async measure(bench) {
    // A chain has room for 6,000 open orders: those of this row leave none to the others.
    const service = await openService(bench.folderOf("create"));
    try {
      await createOrders(await service.running(), WARM_UP_ORDERS, ORDERS);
      const answer = { body: "", type: "text/plain" };
      const seconds = bench.form.createSeconds;
      return [
        await againstBare(
          { service: async () => service, form: bench.form },
          { key: "create", load: CREATE, answer, seconds },
        ),
      ];
    } finally {
      await service.close();
    }
  },
};
