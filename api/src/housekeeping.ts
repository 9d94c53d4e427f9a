import type { Logger } from "pino";
import type { Clock } from "./core/ports";
import type { Database } from "./db/client";
import type { Notifier } from "./db/notifications";
import type { TimeWatch } from "./health/time-watch";
import { forgetOldAnswers } from "./idempotency/idempotency";
import { readStuck } from "./ledger/stuck-store";
import { deleteOldQuotes } from "./market/quote-store";
import { deleteOldPrices } from "./market/store";
import { deleteEndedSessions } from "./orders/store/session-store";
import { deleteFinishedCommands } from "./outbox/store";
import { listUnplanned } from "./payouts/unplanned-store";
import { scrubDisk } from "./retention/scrub";
import { forgetEndedOrders, forgetWhatIsLeft } from "./retention/service";
import { windowStart } from "./stats/stats";
import { foldTallies } from "./stats/store";

const DAY_MS = 86_400_000;

type HouseParts = {
  database: Database;
  notifier: Notifier;
  clock: Clock;
  /** Nothing is deleted for its age by a clock that is not believed. */
  time: Pick<TimeWatch, "isTrusted">;
  log: Logger;
  /** From an order's end to its deletion; a mix's is shorter. */
  retentionMs: number;
  mixRetentionMs: number;
};

/**
 * Reports what is stuck, deletes what has served its purpose (old answers, finished work, unused quotes, what lies beyond charts
 * and figures), and brings deletions to the disk.
 */
export async function keepHouse(parts: HouseParts): Promise<void> {
  try {
    if (parts.time.isTrusted()) await tidyUp(parts);
  } finally {
    await scrubDisk(parts);
  }
}

async function tidyUp(parts: HouseParts): Promise<void> {
  const { database } = parts;
  const now = parts.clock.now();
  await reportStuck(database, parts.log);
  await reportUnplanned(database, parts.log);
  await forgetOldAnswers(database, now);
  await deleteFinishedCommands(database, now - DAY_MS);
  await deleteOldQuotes(database, now - DAY_MS);
  await deleteOldPrices(database, now - 30 * DAY_MS);
  await foldTallies(database, windowStart(now));
  await deleteEndedSessions(database, now);
  await forgetEndedOrders(parts, {
    now,
    before: now - parts.retentionMs,
    mixedBefore: now - parts.mixRetentionMs,
  });
  await forgetWhatIsLeft(database, now);
}

/** Logs what has not moved in its time, at every run until it moves; without names, because a log outlasts its orders. */
async function reportStuck(database: Database, log: Logger): Promise<void> {
  const { count, first } = await readStuck(database);
  if (count === 0) return;
  const stuck = first.map(({ name: _, ...one }) => one);
  log.error(
    { count, stuck },
    "orders, legs, loans, sweeps or dropped transactions have not moved in their time: see the overview",
  );
}

/** Logs, at every run, what stops signing until an approver adopts it. */
async function reportUnplanned(database: Database, log: Logger): Promise<void> {
  const spends = await listUnplanned(database);
  if (spends.length === 0) return;
  const unplanned = spends.map(({ id, chain, txId, state }) => ({ id, chain, transaction: txId, state }));
  log.error(
    { unplanned },
    "nothing is signed where coins of ours are spent without a plan: see the overview",
  );
}
