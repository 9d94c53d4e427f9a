import type { Clock } from "./core/ports";
import type { Database } from "./db/client";
import { forgetOldAnswers } from "./integrators/idempotency";
import { deleteEndedSessions } from "./mixer/store";
import { deleteFinishedCommands } from "./outbox/store";
import { deleteOldPrices, deleteOldQuotes } from "./quotes/store";
import { forgetEndedOrders } from "./retention/service";
import { windowStart } from "./stats/service";
import { foldTallies } from "./stats/store";

const DAY_MS = 86_400_000;

/** Deletes what has served its purpose: old answers, finished work, unused quotes, what lies beyond charts and figures. */
export async function keepHouse(parts: {
  database: Database;
  clock: Clock;
  /** From an order's end to its deletion. */
  retentionMs: number;
}): Promise<void> {
  const { database } = parts;
  const now = parts.clock.now();
  await forgetOldAnswers(database, now);
  await deleteFinishedCommands(database, now - DAY_MS);
  await deleteOldQuotes(database, now - DAY_MS);
  await deleteOldPrices(database, now - 30 * DAY_MS);
  await foldTallies(database, windowStart(now));
  await deleteEndedSessions(database, now);
  await forgetEndedOrders(database, now - parts.retentionMs);
}
