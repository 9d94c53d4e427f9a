import { uptime } from "node:os";
import type { Clock } from "../core/ports";

/** Clocks that differ by more are reported. */
export const CLOCK_OFF_MS = 5_000;
/** Clocks that differ by more are not believed. */
export const CLOCK_WRONG_MS = 60_000;
/** Between two looks, wall clock and monotonic clock may drift so far apart without a jump. */
const DRIFT_MS = 1_000;
/** The system's monotonic clock is read no more often than this: a reading costs as much as a hundred of the wall clock. */
const LOOK_EVERY_MS = 200;

/**
 * Compares this process's clock with the database's, and with its own monotonic clock, which also counts while the machine
 * sleeps. A jump counts until the clock jumps back or the process starts again: somebody has to say which time is right.
 */
export type TimeWatch = {
  /** How far this process's clock is from what it was taken for, in ms; positive when it is ahead. */
  offMs(): number;
  /** Whether what depends on time may be decided: expiry, deadlines, deletion, quotes, one-time codes, the signer's caps. */
  isTrusted(): boolean;
  /** How far this process's clock is ahead of the database's, in ms: as last compared, and what it jumped since. */
  aheadMs(): number;
  /** Notes how far ahead of the database's clock this one was seen, in ms. */
  compared(aheadMs: number): void;
};

/**
 * The time by the database's clock, which all processes have in common: what one of them writes is as old for the others as
 * it is, even where its own clock is wrong.
 */
export const databaseTime = (own: Clock, watch: Pick<TimeWatch, "aheadMs">): Clock => ({
  now: () => own.now() - watch.aheadMs(),
});

type Log = { warn(facts: object, text: string): void; error(facts: object, text: string): void };

const systemWall = (): number => Date.now();
const systemMonotonic = (): number => uptime() * 1_000;

export function createTimeWatch({
  log,
  wall = systemWall,
  monotonic = systemMonotonic,
}: {
  log: Log;
  wall?: () => number;
  monotonic?: () => number;
}): TimeWatch {
  let last = { wall: wall(), monotonic: monotonic() };
  let jumpedMs = 0;
  let aheadMs = 0;
  let jumpedSinceMs = 0;
  let said = "";

  /** Takes in what the clock did since the last look, unless by the clock itself that was a moment ago. */
  function look(): void {
    const now = wall();
    if (now >= last.wall && now < last.wall + LOOK_EVERY_MS) return;
    const next = { wall: now, monotonic: monotonic() };
    const apartMs = next.wall - last.wall - (next.monotonic - last.monotonic);
    last = next;
    if (Math.abs(apartMs) <= DRIFT_MS) return;
    jumpedMs += apartMs;
    jumpedSinceMs += apartMs;
  }

  function offMs(): number {
    look();
    const off = Math.round(Math.abs(jumpedMs) > Math.abs(aheadMs) ? jumpedMs : aheadMs);
    say(off);
    return off;
  }

  function say(off: number): void {
    const size = Math.abs(off);
    const now = size > CLOCK_WRONG_MS ? "wrong" : size > CLOCK_OFF_MS ? "off" : "";
    if (now === said) return;
    said = now;
    const facts = { offMs: off, aheadOfDatabaseMs: Math.round(aheadMs), jumpedMs: Math.round(jumpedMs) };
    if (now === "wrong")
      log.error(
        facts,
        "this clock is wrong: until it is right, no order expires, no deadline passes, nothing is deleted for its age, no quote, order or session is begun, and a signer with caps signs no payment to others; correct it and start the process again",
      );
    else if (now === "off") log.warn(facts, "this clock differs from the database's, or has jumped");
    else log.warn(facts, "this clock is right again");
  }

  return {
    offMs,
    isTrusted: () => Math.abs(offMs()) <= CLOCK_WRONG_MS,
    aheadMs() {
      look();
      return Math.round(aheadMs + jumpedSinceMs);
    },
    compared(ahead) {
      look();
      aheadMs = ahead;
      jumpedSinceMs = 0;
      offMs();
    },
  };
}

/** A watch over a clock that nothing is wrong with. */
export const trustedTime: TimeWatch = {
  offMs: () => 0,
  isTrusted: () => true,
  aheadMs: () => 0,
  compared() {},
};
