import { ChainUnavailable } from "./chain";

/** A node that was what we rely on may be another one soon: its operator restarts it with other settings, a provider moves it. */
const GOOD_MS = 600_000;

/**
 * Makes sure that a node is what we rely on: before the first call, again after every failure, and every ten minutes. `check`
 * throws ChainUnavailable with what is missing. `nowMs` is monotonic.
 */
export function createNodeCheck(
  check: () => Promise<void>,
  nowMs: () => number = () => performance.now(),
): <Value>(call: () => Promise<Value>) => Promise<Value> {
  let last: { atMs: number; checked: Promise<void> } | undefined;
  return async (call) => {
    let isChecked = false;
    try {
      if (last === undefined || nowMs() - last.atMs >= GOOD_MS) last = { atMs: nowMs(), checked: check() };
      await last.checked;
      isChecked = true;
      return await call();
    } catch (error) {
      if (!isChecked || error instanceof ChainUnavailable) last = undefined;
      throw error;
    }
  };
}
