import { oneAtATime, within } from "../core/one-at-a-time";
import type { Clock, TimeMs } from "../core/ports";
import type { InvariantFound } from "./invariants";

/** What a run of the invariants found, and when it began. */
export type BookCheck = { at: TimeMs; invariants: InvariantFound[] };

/** A run whose result is younger is not repeated for those who poll. */
const FRESH_MS = 60_000;
/** Of old books a run takes long, and must not be most of what the database does. */
const REST_PER_RUN = 10;
/**
 * Who asks waits so long for a run, and who polls for less; a run goes through the whole books, which takes a minute where a
 * million orders are kept.
 */
const WAIT_MS = 3_000;
const POLL_WAIT_MS = 1_000;

/** Runs of the invariants, one at a time, that outlast those who ask for them. */
export type BookChecks = {
  /** Of a run that begins after the question; of the last one where runs take too long to wait for; undefined where none has ended. */
  now(): Promise<BookCheck | undefined>;
  /** The same, but of the last run where that ended lately. */
  lately(): Promise<BookCheck | undefined>;
};

/** The runs of one process; `check` is one of them. */
export function createBookChecks(
  check: () => Promise<InvariantFound[]>,
  { clock }: { clock: Clock },
): BookChecks {
  let last: BookCheck | undefined;
  let tookMs = 0;
  let freshMs = 0;
  let endedMs = Number.NEGATIVE_INFINITY;
  const run = oneAtATime(async () => {
    const [at, beganMs] = [clock.now(), performance.now()];
    last = { at, invariants: await check() };
    endedMs = performance.now();
    tookMs = endedMs - beganMs;
    freshMs = Math.max(FRESH_MS, tookMs * REST_PER_RUN);
    return last;
  });
  let polled: Promise<BookCheck | undefined> | undefined;
  const lately = async (): Promise<BookCheck | undefined> => {
    if (performance.now() - endedMs < freshMs) return last;
    polled ??= run().finally(() => {
      polled = undefined;
    });
    // Who does not wait does not hear of a failure; the next one to ask begins the next run.
    polled.catch(() => undefined);
    return tookMs > POLL_WAIT_MS ? last : ((await within(polled, POLL_WAIT_MS)) ?? last);
  };
  return {
    lately,
    // A console asks again and again, and must not keep long runs going.
    now: async () => (tookMs > WAIT_MS ? lately() : ((await within(run(), WAIT_MS)) ?? last)),
  };
}
