import type { Clock } from "./core/ports";
import type { Database } from "./db/client";
import { forgetOldAnswers } from "./integrators/idempotency";
import { deleteFinishedCommands } from "./outbox/store";
import { deleteOldPrices, deleteOldQuotes } from "./quotes/store";

const DAY_MS = 86_400_000;

/** Deletes what has served its purpose: old answers, finished work, unused quotes, prices beyond the charts. */
export async function keepHouse(parts: { database: Database; clock: Clock }): Promise<void> {
  const { database } = parts;
  const now = parts.clock.now();
  await forgetOldAnswers(database, now);
  await deleteFinishedCommands(database, now - DAY_MS);
  await deleteOldQuotes(database, now - DAY_MS);
  await deleteOldPrices(database, now - 30 * DAY_MS);
}
