import { type Cursor, loadCursors } from "../../chains/cursor-store";
import { assetOf } from "../../core/assets";
import type { Problem } from "../../core/errors";
import type { OrderId } from "../../core/ids";
import { ok, type Result } from "../../core/result";
import type { Database } from "../../db/client";
import type { Notifier } from "../../db/notifications";
import type { Order } from "../machine/order";
import { loadOrder } from "../store/store";
import { withOrder } from "./with-order";

/** How long a caller waits for the worker to look at the chain. */
const LOOK_MS_MAX = 1_500;

type LookParts = { database: Database; notifier: Notifier };

/** The order, and how far its chain was looked at; undefined where no block of it is known. */
type Verified = { order: Order; cursor: Cursor | undefined };

/** Has the worker look at the order's chain now; the order as it is then. Error: `order/unknown`. */
export const verifyPayment = (parts: LookParts, id: OrderId): Promise<Result<Verified, Problem>> =>
  withOrder(parts.database, id, async (order) => {
    await askForLook(parts, order);
    const cursors = await loadCursors(parts.database);
    const cursor = cursors.get(assetOf(order.terms.sendAsset).chain);
    return ok({ order: (await loadOrder(parts.database, id)) ?? order, cursor });
  });

/** Wakes the worker for this chain, and waits a moment for what it finds. */
async function askForLook(parts: LookParts, order: Order): Promise<void> {
  if (order.deposits.some(({ status }) => status !== "gone" && status !== "aside")) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(done, LOOK_MS_MAX);
    const unsubscribe = parts.notifier.onOrder(order.id, done);
    parts.notifier.wake(`chain:${assetOf(order.terms.sendAsset).chain}`);
  });
}
