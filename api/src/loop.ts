import type { Logger } from "pino";
import { ChainUnavailable } from "./chains/chain";
import { failureFacts } from "./db/failure";
import { ALL, type Notifier } from "./db/notifications";

/** One thing a process does again and again; `run` yields true when it should be done again at once. */
export type Task = {
  name: string;
  everyMs: number;
  /** The pause once nothing has woken it for a while; `everyMs` where that is not set. A lost word costs no more. */
  restMs?: number;
  wokenBy?: string | readonly string[];
  /** Whatever wakes it only ends its rest: it still pauses for `everyMs` between two runs. */
  isPatient?: boolean;
  /** After it was woken it runs once and rests again: nothing follows that it would not be woken for. */
  restsAtOnce?: boolean;
  /** Calls back when the node reports something new, where it does so by itself. */
  onNews?: ((listener: () => void) => () => void) | undefined;
  /** Calls back when something is due for it that no word was sent of; that ends one rest. */
  onDue?: ((listener: () => void) => () => void) | undefined;
  /** Asked before a rest: in how many ms something is due; null where nothing is. */
  dueInMs?: () => Promise<number | null>;
  run(): Promise<boolean>;
};

/** After something woke a task, it may have more to do soon: a transaction is looked at again, a command comes back. */
const REST_AFTER_MS = 2_000;

export type Loop = { stop(): Promise<void> };

type LoopParts = { notifier: Pick<Notifier, "onWake">; log: Logger };

/**
 * Runs a task again and again until stopped: at once where it asks for that, else after its pause, when it is woken or when
 * something is due.
 */
export function runLoop(parts: LoopParts, task: Task): Loop {
  let stopped = false;
  let wake: (() => void) | undefined;
  let woken = false;
  let wokenAtMs = performance.now();
  const endPause = (): void => {
    woken = true;
    wake?.();
  };
  const poke = (): void => {
    if (!task.restsAtOnce) wokenAtMs = performance.now();
    endPause();
  };
  const unsubscribe = [
    parts.notifier.onWake((what) => {
      if (isWokenBy(task, what)) poke();
    }),
    task.onNews?.(poke),
    task.onDue?.(endPause),
  ];
  const pauseMs = async (): Promise<number> => {
    const { everyMs, restMs = everyMs, dueInMs } = task;
    if (performance.now() - wokenAtMs < REST_AFTER_MS) return everyMs;
    const dueMs = (await dueInMs?.()) ?? restMs;
    // A time that is none, as "infinity" in the database.
    if (Number.isNaN(dueMs)) return restMs;
    return Math.max(everyMs, Math.min(dueMs, restMs));
  };
  const pause = (lengthMs: number): Promise<void> =>
    new Promise((resolve) => {
      const begunMs = performance.now();
      let timer = setTimeout(done, lengthMs);
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
      const again = await attempt(parts.log, task, task.run, null);
      // What failed is tried again soon, and does not rest.
      if (again === null) await pause(task.everyMs);
      else if (!again) await pause(await attempt(parts.log, task, pauseMs, task.everyMs));
    }
  })();
  return {
    async stop() {
      stopped = true;
      for (const end of unsubscribe) end?.();
      endPause();
      await running;
    },
  };
}

const isWokenBy = ({ wokenBy = [] }: Task, what: string): boolean =>
  what === ALL || what === wokenBy || (typeof wokenBy !== "string" && wokenBy.includes(what));

/** What the work yields, or `otherwise` where it fails: that is logged, and tried again in the next run. */
async function attempt<Value>(
  log: Logger,
  task: Task,
  work: () => Promise<Value>,
  otherwise: Value,
): Promise<Value> {
  try {
    return await work.call(task);
  } catch (error) {
    if (!(error instanceof ChainUnavailable))
      log.error({ task: task.name, ...failureFacts(error) }, "a task failed and will be tried again");
    return otherwise;
  }
}
