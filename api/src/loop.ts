import type { Logger } from "pino";
import { ChainUnavailable } from "./chains/chain";
import { failureFacts } from "./db/failure";
import type { Notifier } from "./db/notifications";

/** One thing the worker does again and again; true when it should be done again at once. */
export type Task = {
  name: string;
  everyMs: number;
  /** The pause once nothing has woken it for a while; `everyMs` where that is not set. */
  restMs?: number;
  wokenBy?: string;
  /** Whatever wakes it only ends its rest: it still pauses for `everyMs` between two runs. */
  isPatient?: boolean;
  /** Calls back when the node reports something new, where it does so by itself. */
  onNews?: ((listener: () => void) => () => void) | undefined;
  run(): Promise<boolean>;
};

/** After something woke a task, it may have more to do soon: a transaction is looked at again, a command comes back. */
const REST_AFTER_MS = 2_000;

export type Loop = { stop(): Promise<void> };

/** Runs a task again and again until stopped: at once where it asks for that, else after its pause or when it is woken. */
export function runLoop(parts: { notifier: Pick<Notifier, "onWake">; log: Logger }, task: Task): Loop {
  let stopped = false;
  let wake: (() => void) | undefined;
  let woken = false;
  let wokenAtMs = performance.now();
  const poke = (): void => {
    woken = true;
    wokenAtMs = performance.now();
    wake?.();
  };
  const unsubscribe = parts.notifier.onWake((what) => {
    if (what === task.wokenBy) poke();
  });
  const unsubscribeNews = task.onNews?.(poke);
  const pauseMs = (): number =>
    performance.now() - wokenAtMs < REST_AFTER_MS ? task.everyMs : (task.restMs ?? task.everyMs);
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const begunMs = performance.now();
      let timer = setTimeout(done, pauseMs());
      function done(): void {
        clearTimeout(timer);
        wake = undefined;
        resolve();
      }
      function endRest(): void {
        clearTimeout(timer);
        timer = setTimeout(done, Math.max(0, begunMs + task.everyMs - performance.now()));
      }
      wake = () => (task.isPatient && !stopped ? endRest() : done());
      if (woken || stopped) wake();
    });
  const running = (async () => {
    while (!stopped) {
      woken = false;
      const again = await task.run().catch((error: unknown) => {
        if (!(error instanceof ChainUnavailable)) logFailure(parts.log, task, error);
        return false;
      });
      if (!again) await pause();
    }
  })();
  return {
    async stop() {
      stopped = true;
      unsubscribe();
      unsubscribeNews?.();
      poke();
      await running;
    },
  };
}

const logFailure = (log: Logger, task: Task, error: unknown): void =>
  log.error({ task: task.name, ...failureFacts(error) }, "a task failed and will be tried again");
