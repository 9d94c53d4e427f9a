import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Database } from "../db/client";
import { failureFacts } from "../db/failure";
import { isLockMissed } from "../db/transaction";
import { beginScrub, endScrub, proveScrubs, readTraces, sampleTables, scrubTable } from "./scrub-store";

/** From a deletion to the rewriting of the tables it was deleted from: with what follows, less than a day. */
const SCRUB_AFTER_MS = 12 * 3_600_000;
const TRIES_MAX = 5;
const TRY_AGAIN_MS = 2_000;

/**
 * Brings deletions to the disk: proves earlier runs, and rewrites the tables of which something was deleted, one at a time. A
 * table that is never free is tried again at the next run, as is everything after a crash.
 */
export async function scrubDisk(
  { database, log }: { database: Database; log: Logger },
  afterMs = SCRUB_AFTER_MS,
): Promise<void> {
  const proved = await proveScrubs(database);
  if (proved > 0)
    log.info("what was deleted before is gone from the tables, the indexes, the statistics and the log");
  const traces = await readTraces(database, afterMs);
  if (traces === undefined) return;
  if (!traces.isBegun) await beginScrub(database);
  let busy = 0;
  for (const table of traces.tables)
    if (!(await tried({ log, table }, () => scrubTable(database, table)))) busy++;
  if (busy > 0)
    return log.warn({ tables: busy }, "tables could not be rewritten after a deletion; they are tried again");
  if (await tried({ log, table: "all" }, () => sampleTables(database))) await endScrub(database);
}

/** Does something with a table; false where that was in use at each try. */
async function tried(
  { log, table }: { log: Logger; table: string },
  work: () => Promise<void>,
): Promise<boolean> {
  for (let attempt = 1; attempt <= TRIES_MAX; attempt++) {
    try {
      await work();
      return true;
    } catch (error) {
      if (!isLockMissed(error)) {
        log.error({ ...failureFacts(error), table }, "a table could not be rewritten after a deletion");
        return false;
      }
    }
    if (attempt < TRIES_MAX) await sleep(TRY_AGAIN_MS);
  }
  return false;
}
