import { againstBare } from "../load";
import { CREATE, createOrders, ORDERS } from "../orders";
import type { Row } from "../row";

/** After so many orders the runs in which addresses are derived are as long as they get. */
const WARM_UP_ORDERS = 64;

export const create: Row = {
  key: "create",
  inShort: true,
  async measure(bench) {
    const server = await (await bench.service()).running();
    await createOrders(server, WARM_UP_ORDERS, ORDERS);
    const answer = { body: "", type: "text/plain" };
    const seconds = bench.form.createSeconds;
    return [await againstBare(bench, { key: "create", load: CREATE, answer, seconds })];
  },
};
