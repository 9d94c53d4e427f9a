import type { Logger } from "pino";
import { registryUnits } from "../core/asset-amount";
import { ASSETS } from "../core/assets";
import { type Problem, problem } from "../core/errors";
import type { OrderId } from "../core/ids";
import { isoOf } from "../core/instant";
import type { Clock, TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import { failureFacts } from "../db/failure";
import type { Notifier } from "../db/notifications";
import { transaction } from "../db/transaction";
import { isHeld } from "./brake";
import { type DeletionNote, signNote } from "./note";
import {
  depositAddresses,
  dueOrders,
  forgetLeftovers,
  forgetOrder,
  noteKey,
  type RetentionLimit,
} from "./store";

/** The maximum number of unpaid and of paid orders looked at in one run; the rest wait for the next. */
const UNPAID_PER_RUN_MAX = 10_000;
const PAID_PER_RUN_MAX = 500;

/** Deletes an ended order with its family. Errors: `order/unknown`, `order/not-ended` while anything is under way or owed. */
export async function deleteOrder(
  { database, clock, notifier }: { database: Database; clock: Clock; notifier: Notifier },
  id: OrderId,
): Promise<Result<DeletionNote, Problem>> {
  const key = await noteKey(database);
  if (key === undefined) return err(problem("service/unavailable", { retryAfterS: 5 }));
  const deleted = await transaction(database, async (tx) => {
    const addresses = await depositAddresses(tx, id);
    return { addresses, ...(await forgetOrder(tx, id)) };
  });
  if (deleted.outcome === "unknown") return err(problem("order/unknown"));
  if (deleted.outcome === "unfinished") return err(problem("order/not-ended"));
  endStreams(notifier, deleted.family);
  const deletedAt = isoOf(clock.now());
  return ok(signNote(key, { deletedAt, addresses: deleted.addresses }));
}

/** Open live streams find their order gone, and end. */
function endStreams(notifier: Notifier, orderIds: readonly string[]): void {
  for (const id of orderIds) notifier.orderChanged(id);
}

export type RetentionClock = { database: Database; notifier: Notifier; log: Logger };

/**
 * The retention clock: deletes orders that ended before a time, and mixes before their own time. Returns how many. Unpaid
 * orders go at once; paid ones in small steps, and not while the brake is on. An order that cannot be deleted is logged in
 * every run and does not block the others.
 */
export async function forgetEndedOrders(
  parts: RetentionClock,
  limit: RetentionLimit & { now: TimeMs },
): Promise<number> {
  const unpaid = await forgetSome(parts, limit, { paid: false, most: UNPAID_PER_RUN_MAX });
  const paid = (await isHeld(parts, limit))
    ? 0
    : await forgetSome(parts, limit, { paid: true, most: PAID_PER_RUN_MAX });
  if (unpaid + paid > 0) parts.log.info({ unpaid, paid }, "orders whose time is over were deleted");
  return unpaid + paid;
}

/** Mixes first: they are kept for a shorter time. */
async function forgetSome(
  parts: RetentionClock,
  limit: RetentionLimit,
  choice: { paid: boolean; most: number },
): Promise<number> {
  let [seen, forgotten] = [0, 0];
  for (const mixed of [true, false])
    for await (const { id, paid } of dueOrders(parts.database, limit, mixed)) {
      if (paid !== choice.paid) continue;
      if (seen++ >= choice.most) return forgotten;
      if (await forgetOne(parts, id)) forgotten++;
    }
  return forgotten;
}

async function forgetOne({ database, notifier, log }: RetentionClock, id: OrderId): Promise<boolean> {
  const done = await transaction(database, (tx) => forgetOrder(tx, id)).catch((error: unknown) => {
    log.error(failureFacts(error), "an ended order could not be forgotten");
    return null;
  });
  if (done?.outcome !== "forgotten") return false;
  endStreams(notifier, done.family);
  return true;
}

/** A reorg may still take a younger deposit back. */
const DUST_KEPT_MS = 86_400_000;

/** What is left at addresses whose orders are forgotten, and can no longer be claimed or spent. */
export const forgetWhatIsLeft = (database: Database, now: TimeMs): Promise<void> =>
  forgetLeftovers(database, {
    dustUnits: new Map(ASSETS.map(({ code }) => [code, registryUnits(code, "dustAmount")])),
    before: now - DUST_KEPT_MS,
  });
