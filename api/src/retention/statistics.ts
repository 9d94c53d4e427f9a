import type { Logger } from "pino";
import { closeDatabase, openDatabase } from "../db/client";
import { failureFacts } from "../db/failure";
import { areStatisticsDue, rewriteStatistics } from "./statistics-store";

/** Soon after the worker has rewritten tables; a look is one statement on a connection of its own. */
const LOOK_EVERY_MS = 600_000;

/**
 * Rewrites the planner's statistics whenever the worker has rewritten tables, with the login of the database's owner. Returns how
 * to stop it; a failure is logged, and tried again at the next look.
 */
export function keepStatistics({ url, log }: { url: string; log: Logger }): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => look({ url, log }));
  }, LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function look({ url, log }: { url: string; log: Logger }): Promise<void> {
  const owner = openDatabase({ url, connectionsMax: 1 });
  try {
    if (!(await areStatisticsDue(owner))) return;
    if (await rewriteStatistics(owner)) log.info("the planner's statistics were rewritten after a deletion");
    else log.warn("the planner's statistics still hold values of what was deleted; they are rewritten again");
  } catch (error) {
    log.warn(failureFacts(error), "the planner's statistics could not be rewritten after a deletion");
  } finally {
    await closeDatabase(owner);
  }
}
