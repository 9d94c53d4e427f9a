import type { Logger } from "pino";
import type { TimeMs } from "../core/ports";
import type { Database } from "../db/client";
import {
  clearBrake,
  type EndedPaid,
  endedOrders,
  endedPaid,
  type RetentionLimit,
  readBrake,
  setBrake,
} from "./store";

/** How many times a usual day's orders may be due at once. */
const DAYS_AT_ONCE = 3;
/** A service with fewer paid orders a day counts as having this many. */
const USUAL_PER_DAY_MIN = 3;

/** Whether more is due at once than three times what a usual day brings, of orders or of mixes. */
export const isUnusual = (ended: readonly EndedPaid[]): boolean =>
  ended.some(
    ({ kept, due, days }) => due > DAYS_AT_ONCE * Math.max(kept / Math.max(days, 1), USUAL_PER_DAY_MIN),
  );

/**
 * Whether the retention clock must leave paid orders alone. That many are due after a clock that jumped, a long outage or
 * a changed SOTTO_RETENTION_DAYS; an operator can tell which, and releases them with `sotto-api retention release`. The
 * brake comes off when what was released is deleted, or when the orders are not due any more.
 */
export async function isHeld(
  { database, log }: { database: Database; log: Logger },
  limit: RetentionLimit,
  now: TimeMs,
): Promise<boolean> {
  const brake = await readBrake(database);
  if (!(await isUnusualNow(database, limit))) {
    if (brake !== undefined) await clearBrake(database);
    return false;
  }
  if (brake !== undefined && brake.releasedAt !== null) return false;
  if (brake === undefined) await setBrake(database, now);
  log.error(
    "more paid orders are due for deletion than three usual days bring: none is deleted until an operator has checked the clock and run `sotto-api retention release`",
  );
  return true;
}

async function isUnusualNow(database: Database, limit: RetentionLimit): Promise<boolean> {
  // The few of a usual run need no figures.
  const few = DAYS_AT_ONCE * USUAL_PER_DAY_MIN;
  const after = { at: "-infinity", id: "" };
  const first = await endedOrders(database, { ...limit, paid: true, after, limit: few + 1 });
  return first.length > few && isUnusual(await endedPaid(database, limit));
}
