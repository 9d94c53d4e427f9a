import type { Problem } from "../../core/errors";
import type { OrderId } from "../../core/ids";
import { sharedInTurn } from "../../core/read-together";
import { ok, type Result } from "../../core/result";
import type { Language } from "../../language/languages";
import type { Order } from "../../orders/machine/order";
import type { OrderReads } from "../../orders/store/reads-store";
import { type ReadParts, readOrder } from "../../orders/verbs/read";
import type { OrderWire } from "./schema";
import { orderWire, type ViewContext } from "./view";

/** An order as it was read. */
export type Reading = {
  order: OrderWire;
  /** Grows with every change that a reader can see; the id of live events. */
  version: number;
};

/** Reads an order in a language; those who ask for the same at the same time share the answer. Error: `order/unknown`. */
export const createReadings = (
  parts: ReadParts & { reads: OrderReads },
  contextOf: (order: Order, language: Language) => Promise<ViewContext>,
): ((asked: { id: OrderId; language: Language }) => Promise<Result<Reading, Problem>>) =>
  sharedInTurn(
    async ({ id, language }) => {
      const read = await readOrder(parts, id);
      if (!read.ok) return read;
      const context = await contextOf(read.value, language);
      const order = orderWire(read.value, context);
      return ok({ order, version: versionOf(read.value, order) });
    },
    ({ id, language }) => `${language} ${id}`,
  );

/** Grows with every event, and with every confirmation in between. */
const versionOf = (order: Order, wire: OrderWire): number =>
  order.version * 1_000 +
  Math.min(
    999,
    wire.deposits.reduce((sum, deposit) => sum + Math.min(deposit.confirmations, 99), 0),
  );
