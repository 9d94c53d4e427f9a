import { type Problem, problem } from "../core/errors";
import { err, type Result } from "../core/result";
import { createLoginDelay } from "./login-delay";

/** Attempts of one name that may wait at once, the one that is looked at included. */
const WAITING_MAX = 8;

type Queue = { last: Promise<unknown>; waiting: number };

/** Lets attempts under one name happen one by one; see `createLoginQueues`. */
export type InTurn = <Value>(
  name: string,
  attempt: () => Promise<Result<Value, Problem>>,
) => Promise<Result<Value, Problem>>;

/**
 * A queue for each name, in which each attempt waits for the delay that the failures before it have brought: attempts sent
 * at once get no further than attempts sent one by one. Beyond 8 they are refused. Error: `login/busy`.
 */
export function createLoginQueues(parts: { sleep(ms: number): Promise<void> }): InTurn {
  const delay = createLoginDelay();
  const queues = new Map<string, Queue>();
  return async (name, attempt) => {
    const queue = queues.get(name) ?? { last: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= WAITING_MAX)
      return err(busy(Math.ceil((queue.waiting * delay.beforeAttemptMs(name)) / 1000)));
    queues.set(name, queue);
    queue.waiting += 1;
    const turn = queue.last.then(async () => {
      await parts.sleep(delay.beforeAttemptMs(name));
      const outcome = await attempt();
      if (outcome.ok) delay.succeeded(name);
      else delay.failed(name);
      return outcome;
    });
    queue.last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) queues.delete(name);
    }
  };
}

function busy(waitS: number): Problem {
  const retryAfterS = Math.max(1, waitS);
  return problem("login/busy", { retryAfterS, params: { seconds: String(retryAfterS) } });
}
