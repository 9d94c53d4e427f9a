import pino from "pino";
import { type Chain, ChainUnavailable } from "../../src/chains/chain";
import type { MixKeys } from "../../src/chains/signer";
import { composeWorker } from "../../src/compose-worker";
import type { AssetCode, ChainId } from "../../src/core/assets";
import type { Clock } from "../../src/core/ports";
import { silentNotifier } from "../../src/db/notifications";
import type { Task } from "../../src/loop";
import { createPriceReader } from "../../src/market/price-reader";
import type { RateSource } from "../../src/market/rates";
import { createScreening } from "../../src/screening/service";
import type { Worker } from "../../src/worker";
import { worldDepth } from "./depths";
import type { Dice } from "./dice";
import { faultyChain, type Mishaps } from "./faulty-chain";
import { Crash, createLifeline, type Lifeline, livingDatabase } from "./lifeline";
import type { Plot } from "./site";

/** A task failed in a way that no fault of the world explains. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
}

export type WorkerProcess = {
  tasks: readonly Task[];
  life: Lifeline;
  /** Runs a task to its end, or until the process dies or is stopped; `dozes` stops it before its next write. */
  run(task: Task, how?: { dozes: boolean }): Promise<void>;
  /** Wakes a stopped process, and lets the task that it was at come to its end. */
  resume(): Promise<void>;
};

export type ProcessParts = {
  plot: Plot;
  chains: readonly Chain[];
  assets: ReadonlySet<AssetCode>;
  rates: RateSource;
  clock: Clock;
  dice: Dice;
  mixKeys: MixKeys;
  mishaps: Mishaps;
  note(line: string): void;
};

/** What the worker logs of a failure that it lives with. */
const FAILURES = new Set([
  "a command failed",
  "a transaction could not be followed",
  "an ended order could not be forgotten",
  "the receipts of some addresses could not be compared",
]);
/** Messages of failures that the faults of the world explain. */
const EXPLAINED = /ChainUnavailable|Crash|Conflict/;

/** Of every world. Several commands at a time would not meet in the same order each time. */
const WORLD = { depthPolicy: worldDepth, lanesMax: 1 };

function drawMishap(life: Lifeline, { dice, rates }: Mishaps): void {
  const { crash, stop } = rates();
  if (dice.permille(crash)) life.dieAfter(dice.below(40));
  else if (dice.permille(stop)) {
    if (dice.permille(500)) life.stopBeforeWrite();
    else life.stopAfter(dice.below(30));
  }
}

/** Starts one worker process of the production code, over nodes and a database that fail. */
export async function startProcess(parts: ProcessParts): Promise<WorkerProcess> {
  const { plot, clock, mishaps } = parts;
  const life = createLifeline();
  const unexplained: string[] = [];
  const worker = await compose(parts, life, (failure) => unexplained.push(failure));
  let asleep: Promise<void> | null = null;

  const finish = async (running: Promise<unknown>): Promise<void> => {
    try {
      await running;
    } catch (error) {
      const explained = error instanceof Crash || error instanceof ChainUnavailable;
      if (!explained && !life.isDead()) throw error;
    }
    const [failure] = unexplained.splice(0);
    if (failure !== undefined && !life.isDead()) throw new EngineFailure(failure);
  };

  return {
    tasks: worker.tasks,
    life,
    async run(task, { dozes } = { dozes: false }) {
      if (dozes) life.stopBeforeWrite();
      else drawMishap(life, mishaps);
      const stopped = life.stopped();
      const running = finish(task.run());
      // A failure after the wake is thrown by resume.
      running.catch(() => undefined);
      const isStopped = await Promise.race([running.then(() => false), stopped.then(() => true)]);
      if (isStopped) asleep = running;
      else life.spare();
    },
    async resume() {
      life.spare();
      life.wake();
      const running = asleep;
      asleep = null;
      await running;
    },
  };

  function compose(of: ProcessParts, own: Lifeline, onFailure: (text: string) => void): Promise<Worker> {
    // No time, process or host: the same world has the same journal each time.
    const log = pino(
      { level: "error", base: null, timestamp: false },
      { write: (line: string) => report(line, onFailure) },
    );
    const chains = of.chains.map((chain): [ChainId, Chain] => [chain.id, faultyChain(chain, own, mishaps)]);
    return composeWorker({
      config: {
        network: "simnet",
        confirmations: {},
        retentionMs: 14 * 86_400_000,
        // The auditor looks at what was not forgotten.
        mixRetentionMs: 14 * 86_400_000,
      },
      database: livingDatabase(plot.worker, own),
      connected: { chains: new Map(chains) },
      signer: plot.signer,
      mixKeys: parts.mixKeys,
      ledgerSecret: plot.ledgerSecret,
      rates: of.rates,
      prices: createPriceReader({ database: plot.worker, assets: of.assets, clock }),
      screening: createScreening({ dir: plot.listsDir, clock, log }),
      notifier: silentNotifier,
      clock,
      random: of.dice.random,
      log,
      ...WORLD,
    });
  }

  function report(line: string, onFailure: (text: string) => void): void {
    parts.note(line.trim());
    const entry: unknown = JSON.parse(line);
    const isObject = typeof entry === "object" && entry !== null;
    const message = isObject && "msg" in entry ? String(entry.msg) : "";
    const cause = isObject && "failure" in entry ? String(entry.failure) : "";
    if (FAILURES.has(message) && !EXPLAINED.test(cause)) onFailure(line);
  }
}
