import type { Logger } from "pino";
import type { TimeMs } from "../core/ports";
import type { Database } from "../db/client";
import {
  clearBrake,
  dueOrders,
  type Ended,
  keptOrders,
  limitOf,
  type RetentionLimit,
  readBrake,
  setBrake,
} from "./store";

const DAY_MS = 86_400_000;
/** How many usual days' orders may be due at once. */
const DAYS_AT_ONCE = 3;
/** Which part of all that is kept may be due at once: one in so many, also where the retention time is short. */
const PART_AT_ONCE = 3;
/** So few are not worth an operator's time: of a service with few orders, more than its usual days bring. */
const FEW = 9;

/** Paid orders that ended, or mixes: how many there are, how many of them are due, over how many days they ended, and for how many days they are kept. */
type EndedPaid = { kept: number; due: number; days: number; retentionDays: number };

/**
 * Whether more is due at once than three usual days bring, or than a third of all that is kept, of orders or of mixes. A
 * usual day is what is kept, over the days in which it ended, but not over more days than the retention time: after an
 * outage the days without an order do not count.
 */
export const isUnusual = ({ kept, due, days, retentionDays }: EndedPaid): boolean => {
  const partOfKept = Math.min(1 / PART_AT_ONCE, DAYS_AT_ONCE / Math.min(days, retentionDays));
  return due > FEW && due > kept * partOfKept;
};

/** With so many kept, or more, what is due is usual over however many days they ended: one more than that, for what rounding loses. */
export const keptForUsual = ({ due, retentionDays }: Pick<EndedPaid, "due" | "retentionDays">): number =>
  Math.ceil(due * Math.max(PART_AT_ONCE, retentionDays / DAYS_AT_ONCE)) + 1;

/**
 * Whether the retention clock must leave paid orders alone. So many are due after a clock that jumped, a long outage or
 * a changed SOTTO_RETENTION_DAYS; an operator can tell which, and releases them with `sotto-api retention release`. The
 * brake comes off when what was released is deleted, or when the orders are not due any more.
 */
export async function isHeld(
  { database, log }: { database: Database; log: Logger },
  limit: RetentionLimit & { now: TimeMs },
): Promise<boolean> {
  const brake = await readBrake(database);
  if (!(await isUnusualNow(database, limit))) {
    if (brake !== undefined) await clearBrake(database);
    return false;
  }
  if (brake !== undefined && brake.releasedAt !== null) return false;
  if (brake === undefined) await setBrake(database, limit.now);
  log.error(
    "unusually many paid orders are due for deletion: none is deleted until an operator has checked the clock and run `sotto-api retention release`",
  );
  return true;
}

/** So many that are due are counted, and one more for those that follow. */
const DUE_COUNTED_MAX = 10_000;

/** Reads of what is kept a few times what is due, and all of it only where that is not enough to tell. */
async function isUnusualNow(database: Database, limit: RetentionLimit & { now: TimeMs }): Promise<boolean> {
  for (const mixed of [false, true]) {
    const due = await countPaid(dueOrders(database, limit, mixed), DUE_COUNTED_MAX + 1);
    if (due <= FEW) continue;
    const enough = keptForUsual({ due, retentionDays: retentionDays(limit, mixed) });
    const isCounted = due <= DUE_COUNTED_MAX;
    if (isCounted && (await countPaid(keptOrders(database, mixed), enough)) >= enough) continue;
    if (isUnusual(await endedPaid(database, limit, mixed))) return true;
  }
  return false;
}

/** For how many days orders, or mixes, are kept. */
const retentionDays = (limit: RetentionLimit & { now: TimeMs }, mixed: boolean): number =>
  (limit.now - limitOf(limit, mixed)) / DAY_MS;

/** Of the paid orders, or of the paid mixes, that are still kept. Reads them all, the last that ended first. */
async function endedPaid(
  database: Database,
  limit: RetentionLimit & { now: TimeMs },
  mixed: boolean,
): Promise<EndedPaid> {
  const before = limitOf(limit, mixed);
  let [kept, due, last, first] = [0, 0, 0, 0];
  for await (const { atMs, paid } of keptOrders(database, mixed)) {
    if (!paid) continue;
    first = atMs;
    if (kept++ === 0) last = first;
    if (first < before) due++;
  }
  return { kept, due, days: (last - first) / DAY_MS, retentionDays: retentionDays(limit, mixed) };
}

/** How many of these orders were paid; reads no further than to `most`. */
async function countPaid(orders: AsyncGenerator<Ended>, most: number): Promise<number> {
  let count = 0;
  for await (const { paid } of orders) {
    if (paid) count++;
    if (count >= most) break;
  }
  return count;
}
