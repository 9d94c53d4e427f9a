import { oneAtATime } from "../core/one-at-a-time";
import type { Clock, TimeMs } from "../core/ports";
import { within } from "../core/within";
import type { InvariantFound } from "./invariants";

/** What a run of the invariants found, and when it began. */
export type BookCheck = { at: TimeMs; invariants: InvariantFound[] };

/** After a run, none is begun for those who poll. */
const REST_MS = 60_000;
/** Of old books a run takes long, and must not be most of what the database does. */
const REST_PER_RUN = 10;
/** Who polls waits so long for a run, and not at all where the last one took longer. */
const POLL_WAIT_MS = 1_000;
/** A run that has not ended by then never will: its connection is gone. */
const RUN_MS_MAX = 1_800_000;

/** Runs of the invariants, one at a time. They go through the whole books, which takes minutes beside a million orders. */
export type BookChecks = {
  /** Of a run that begins after the question, however long it takes. Throws what the run throws. */
  now(): Promise<BookCheck>;
  /**
   * Of the last run, for those who ask again and again; its result may be minutes old. Undefined until a run has ended well. Throws
   * what a run throws that is waited for.
   */
  lately(): Promise<BookCheck | undefined>;
};

/** The runs of one process; `check` is one of them. What fails is reported: those who asked may have stopped waiting. */
export function createBookChecks(
  check: () => Promise<InvariantFound[]>,
  { clock, onFailure }: { clock: Clock; onFailure(error: unknown): void },
): BookChecks {
  let last: BookCheck | undefined;
  let tookMs = 0;
  let restsUntilMs = Number.NEGATIVE_INFINITY;
  const now = oneAtATime(async () => {
    const [at, beganMs] = [clock.now(), performance.now()];
    try {
      const invariants = await within(check(), RUN_MS_MAX);
      if (invariants === undefined) throw new Error("a check of the books has not ended");
      last = { at, invariants };
      return last;
    } catch (error) {
      onFailure(error);
      throw error;
    } finally {
      const endedMs = performance.now();
      tookMs = endedMs - beganMs;
      restsUntilMs = endedMs + Math.max(REST_MS, tookMs * REST_PER_RUN);
    }
  });
  let polled: Promise<BookCheck> | undefined;
  return {
    now,
    async lately() {
      // After a quick run that failed, the next one to ask may learn more.
      const mayRest = last !== undefined || tookMs > POLL_WAIT_MS;
      if (mayRest && performance.now() < restsUntilMs) return last;
      polled ??= now().finally(() => {
        polled = undefined;
      });
      // Who does not wait hears of no failure: it has been reported.
      polled.catch(() => undefined);
      return tookMs > POLL_WAIT_MS ? last : ((await within(polled, POLL_WAIT_MS)) ?? last);
    },
  };
}
