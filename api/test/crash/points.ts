import { appendFileSync } from "node:fs";

/**
 * Every commit that concerns an order or a loan and every outside call of it is a numbered point; at number CRASH_AT the process
 * kills itself as a power cut would. Points are written to CRASH_LOG, one a line, before they are passed.
 */
const crashAt = Number(process.env.CRASH_AT ?? "0");
const logFile = process.env.CRASH_LOG;
let isArmed = false;
let count = 0;

/** From now on points count: with the first order or loan, so that what a start does is no part of it. */
export function arm(): void {
  isArmed = true;
}

export function crashPoint(label: string): void {
  if (!isArmed) return;
  count += 1;
  if (logFile !== undefined) appendFileSync(logFile, `${count} ${label}\n`);
  if (count !== crashAt) return;
  process.kill(process.pid, "SIGKILL");
  // Nothing may happen after the point, not even while the signal is on its way.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
