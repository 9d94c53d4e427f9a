import type { Database } from "../db/client";
import { failureFacts } from "../db/failure";
import { deleteBeat, readDatabaseClock, saveBeat } from "./store";
import type { TimeWatch } from "./time-watch";

/** Three beats may be missed before a process is taken for dead. */
export const BEAT_EVERY_MS = 10_000;
export const DEAD_AFTER_MS = 30_000;
/** An answer that took so long says nothing about the clock. */
const CLOCK_ANSWER_MS_MAX = 2_000;

export type Heart = { stop(): Promise<void> };

/** Says every 10 s that this process works, and compares its clock with the database's; the first time before it returns. */
export async function startHeart(parts: {
  database: Database;
  time: TimeWatch;
  /** A name of this process that no other has. */
  process: string;
  log: { warn(facts: object, text: string): void };
}): Promise<Heart> {
  const { database, time, process, log } = parts;
  let beating: Promise<void> | undefined;

  async function beat(): Promise<void> {
    await compareClocks(database, time);
    await saveBeat(database, { process, clockOffMs: time.offMs() });
  }

  function tick(): void {
    time.offMs();
    // One at a time: a database that hangs is not asked again.
    beating ??= beat()
      .catch((error: unknown) => log.warn(failureFacts(error), "a heartbeat could not be written"))
      .finally(() => {
        beating = undefined;
      });
  }

  await deleteBeat(database, process);
  await beat();
  const timer = setInterval(tick, BEAT_EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await beating;
      await deleteBeat(database, process);
    },
  };
}

/** Compares this process's clock with the database's. */
export async function compareClocks(database: Database, time: Pick<TimeWatch, "compared">): Promise<void> {
  const before = Date.now();
  const databaseMs = await readDatabaseClock(database);
  const tookMs = Date.now() - before;
  // Less than nothing: the clock was set back meanwhile.
  if (tookMs >= 0 && tookMs <= CLOCK_ANSWER_MS_MAX) time.compared(aheadOf(databaseMs, before, tookMs));
}

/** How far a clock that read `before` is ahead of the database's, as far as the time that the answer took does not explain it. */
function aheadOf(databaseMs: number, before: number, tookMs: number): number {
  if (databaseMs < before) return before - databaseMs;
  return databaseMs > before + tookMs ? before + tookMs - databaseMs : 0;
}
