import type { Logger } from "pino";
import type { Chain } from "./chains/chain";
import type { ChainId } from "./core/assets";
import type { Clock, TimeMs } from "./core/ports";
import type { Database } from "./db/client";
import type { Notifier } from "./db/notifications";
import type { Watcher } from "./deposits/watcher";
import { type Loop, runLoop, type Task } from "./loop";
import { dispatchOnce, type Handler } from "./outbox/dispatcher";
import type { Concurrency } from "./outbox/lanes";
import { nextCommandAt } from "./outbox/store";
import { bookAdoptions } from "./payouts/adopt";
import type { AttemptWay } from "./payouts/attempt-way-store";
import { consolidate } from "./payouts/consolidator";
import { followDropped } from "./payouts/dropped";
import { chainsAtWork, dueWork } from "./payouts/due-store";
import { followAttempts } from "./payouts/follower";
import { honourOverrides } from "./payouts/override";
import type { FollowParts } from "./payouts/parts";
import { sweep } from "./payouts/sweeper";

export type WorkerParts = {
  database: Database;
  notifier: Notifier;
  clock: Clock;
  log: Logger;
  watchers: ReadonlyMap<Chain, Watcher>;
  handlers: Readonly<Record<string, Handler<never>>>;
  /** Which commands may run beside others; by default each has its turn. */
  concurrency?: Concurrency;
  follow: FollowParts;
  signRounds(chain: Chain, way: AttemptWay): Promise<void>;
  chainEveryMs: number;
  /** The pause between looks at a quiet chain whose node reports what is new by itself. */
  quietChainEveryMs: number;
  runTimers(): Promise<boolean>;
  /** When the clock next changes an order; null while it changes none. */
  nextTimerAt(): Promise<TimeMs | null>;
  updatePrices(): Promise<void>;
  updateNetworkFees(): Promise<void>;
  fillPools(): Promise<void>;
  /** False where the chain is to be compared with the books again soon. */
  reconcile(chain: Chain): Promise<boolean>;
  keepHouse(): Promise<void>;
  /** Where approvers want to be told that something waits. */
  tellApprovers: (() => Promise<void>) | undefined;
};

export type Worker = {
  /** What the loops run, for the simulation, which steps them by hand. */
  tasks: readonly Task[];
  /** Runs everything once in order, until nothing is left to catch up: before the first answer is given. */
  catchUp(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

const PRICES_EVERY_MS = 5_000;
const FEES_EVERY_MS = 15_000;
const POOLS_EVERY_MS = 5_000;
const TIMERS_EVERY_MS = 500;
/** An order that is made meanwhile sends no word: one whose window is shorter expires so much late. */
const TIMERS_REST_MS = 5_000;
const OUTBOX_EVERY_MS = 200;
/** What is queued wakes it. */
const OUTBOX_REST_MS = 5_000;
const RECONCILE_EVERY_MS = 2_000;
/** Books and chain of a quiet network; sooner where they did not agree. */
const RECONCILE_REST_MS = 60_000;
const RECONCILE_AGAIN_MS = 10_000;
/** How often it is asked for all chains together whether something of ours is under way. */
const LOOKOUT_EVERY_MS = 2_000;
const JOIN_EVERY_MS = 60_000;
const HOUSE_EVERY_MS = 600_000;
const APPROVERS_EVERY_MS = 10_000;
const CATCH_UP_ROUNDS_MAX = 1_000;

/** The loops of the worker role. Each task runs separately; a failure is logged and tried again, never passed over. */
export function createWorker(parts: WorkerParts): Worker {
  const lookout = createLookout(parts);
  const tasks = tasksOf(parts, lookout);
  const loops: Loop[] = [];
  return {
    tasks,
    async catchUp() {
      await parts.updatePrices();
      await parts.fillPools();
      await Promise.all(
        [...parts.watchers.values()].map(async (watcher) => {
          for (let round = 0; round < CATCH_UP_ROUNDS_MAX; round++) if (!(await watcher.tick())) return;
        }),
      );
      await parts.updateNetworkFees();
    },
    start() {
      for (const task of [...tasks, lookout.task]) loops.push(runLoop(parts, task));
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** Brings a chain's transactions on. Through Tor go those only that are to be sent or looked at through it. */
async function doDueWork(parts: WorkerParts, chain: Chain, way: AttemptWay): Promise<void> {
  const { follow } = parts;
  const ask = () => dueWork(parts.database, chain.id, parts.clock.now());
  const due = await ask();
  const isDirect = way !== "tor";
  if (due.dropped) await followDropped(follow, chain, way);
  if (due.attempts) await followAttempts(follow, chain, way);
  if (due.overrides && isDirect) await honourOverrides(follow, chain);
  if (due.adoptions && isDirect) await bookAdoptions(follow, chain);
  // What has just ended may have left coins to sweep, or a round to sign once more.
  const isNews = due.dropped || due.attempts || due.overrides || due.adoptions;
  const next = isNews ? await ask() : due;
  if (next.sweeps && isDirect) await sweep(follow, chain);
  if (next.rounds) await parts.signRounds(chain, way);
}

/** Rouses the chains that report news by themselves while something of ours is under way there, so that the others rest. */
type Lookout = { task: Task; onWork(chain: ChainId): (listener: () => void) => () => void };

function createLookout({ database, clock }: WorkerParts): Lookout {
  const listeners = new Map<ChainId, () => void>();
  return {
    onWork: (chain) => (listener) => {
      listeners.set(chain, listener);
      return () => listeners.delete(chain);
    },
    task: {
      name: "lookout",
      everyMs: LOOKOUT_EVERY_MS,
      async run() {
        if (listeners.size > 0)
          for (const chain of await chainsAtWork(database, clock.now())) listeners.get(chain)?.();
        return false;
      },
    },
  };
}

function reconcileTask({ reconcile }: WorkerParts, chain: Chain): Task {
  let isSettled = true;
  return {
    name: `reconcile:${chain.id}`,
    everyMs: RECONCILE_EVERY_MS,
    ...(chain.onNews && { restMs: RECONCILE_REST_MS, onNews: chain.onNews }),
    wokenBy: `chain:${chain.id}`,
    isPatient: true,
    dueInMs: async () => (isSettled ? null : RECONCILE_AGAIN_MS),
    async run() {
      isSettled = await reconcile(chain);
      return false;
    },
  };
}

function tasksOf(parts: WorkerParts, lookout: Lookout): Task[] {
  const { database, handlers, clock, log, concurrency, tellApprovers } = parts;
  const inMs = (next: () => Promise<TimeMs | null>) => async (): Promise<number | null> => {
    const at = await next();
    return at === null ? null : at - clock.now();
  };
  const isParted = (chain: Chain): boolean => parts.follow.overTor.has(chain.id);
  const chainTasks = [...parts.watchers].flatMap(([chain, watcher]): Task[] => [
    {
      name: `chain:${chain.id}`,
      everyMs: parts.chainEveryMs,
      ...(chain.onNews && {
        restMs: parts.quietChainEveryMs,
        onNews: chain.onNews,
        onDue: lookout.onWork(chain.id),
      }),
      wokenBy: `chain:${chain.id}`,
      async run() {
        const more = await watcher.tick();
        await doDueWork(parts, chain, isParted(chain) ? "direct" : "any");
        return more;
      },
    },
    reconcileTask(parts, chain),
    {
      name: `join-coins:${chain.id}`,
      everyMs: JOIN_EVERY_MS,
      run: () => consolidate(parts.follow, chain).then(() => false),
    },
  ]);
  // Tor is slow and may hang, and nothing else of the chain waits for it.
  const torTasks = [...parts.watchers.keys()].filter(isParted).map(
    (chain): Task => ({
      name: `tor:${chain.id}`,
      everyMs: parts.chainEveryMs,
      wokenBy: `chain:${chain.id}`,
      async run() {
        await doDueWork(parts, chain, "tor");
        return false;
      },
    }),
  );
  return [
    ...chainTasks,
    ...torTasks,
    {
      name: "outbox",
      everyMs: OUTBOX_EVERY_MS,
      restMs: OUTBOX_REST_MS,
      wokenBy: "outbox",
      dueInMs: inMs(() => nextCommandAt(database)),
      run: () => dispatchOnce({ database, handlers, clock, log, concurrency }),
    },
    {
      name: "timers",
      everyMs: TIMERS_EVERY_MS,
      restMs: TIMERS_REST_MS,
      wokenBy: "outbox",
      ...{ isPatient: true, restsAtOnce: true },
      dueInMs: inMs(() => parts.nextTimerAt()),
      run: () => parts.runTimers(),
    },
    { name: "prices", everyMs: PRICES_EVERY_MS, run: () => parts.updatePrices().then(() => false) },
    { name: "network-fees", everyMs: FEES_EVERY_MS, run: () => parts.updateNetworkFees().then(() => false) },
    { name: "house", everyMs: HOUSE_EVERY_MS, run: () => parts.keepHouse().then(() => false) },
    ...(tellApprovers === undefined
      ? []
      : [{ name: "approvers", everyMs: APPROVERS_EVERY_MS, run: () => tellApprovers().then(() => false) }]),
    { name: "pools", everyMs: POOLS_EVERY_MS, run: () => parts.fillPools().then(() => false) },
  ];
}
