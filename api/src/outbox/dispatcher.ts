import type { Logger } from "pino";
import { assert } from "../core/assert";
import { gather } from "../core/gather";
import type { Clock, TimeMs } from "../core/ports";
import { together } from "../core/together";
import type { Database } from "../db/client";
import { failureFacts } from "../db/failure";
import { type Concurrency, intoLanes } from "./lanes";
import {
  type AnyCommand,
  finishCommands,
  type LeasedRow,
  leaseCommands,
  type OutboxRow,
  postponeCommand,
} from "./store";

/** What became of a command: done, or to be tried again (`soon`: the world only needs a moment). */
export type CommandOutcome =
  | { done: true }
  | { done: false; why: string; soon?: boolean /** Not before this time, and then at once. */; at?: TimeMs };

export type Handler<Command extends AnyCommand> = (
  command: Command,
  row: OutboxRow,
) => Promise<CommandOutcome>;

/** What does the work of each kind of command; the rooms that plan commands bring their own. */
export type CommandHandlers<Command extends AnyCommand> = {
  [Kind in Command["kind"]]: Handler<Extract<Command, { kind: Kind }>>;
};

/** Every command in its turn. */
const IN_TURN: Concurrency = { kinds: new Set(), lanesMax: 1 };

const LEASE_MS = 30_000;
const BATCH_MAX = 32;
const BACKOFF_MS_MIN = 500;
const BACKOFF_MS_MAX = 60_000;
const SOON_MS = 500;

/** Grows by doubling, to a minute. */
export const backoffMs = (attempts: number): number =>
  Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** Math.min(attempts - 1, 10));

type DispatchParts = {
  database: Database;
  handlers: Readonly<Record<string, Handler<never>>>;
  clock: Clock;
  log: Logger;
  /** By default one command follows the other. */
  concurrency?: Concurrency | undefined;
};

/**
 * Works off the outbox once: leases a batch, commits, and only then acts on the world. A process that dies in between
 * leaves the lease to run out. True when there may be more.
 */
export async function dispatchOnce(parts: DispatchParts): Promise<boolean> {
  const { database, clock, concurrency = IN_TURN } = parts;
  const rows = await leaseCommands(database, clock.now(), { forMs: LEASE_MS, limit: BATCH_MAX });
  const finish = gather(
    async (done: readonly LeasedRow[]) => {
      await finishCommands(database, done, clock.now());
      return done;
    },
    { itemsMax: BATCH_MAX, groupsMax: 1, keyOf: ({ id }) => id },
  );
  const lanes = intoLanes(rows, concurrency);
  // All lanes come to their end before a failure of one is thrown: nothing of this batch runs beside the next.
  await together(lanes, lanes.length, async (lane) => {
    for (const row of lane) await carryOut(parts, row, finish);
  });
  return rows.length === BATCH_MAX;
}

/** Does the work of one command, and writes what became of it. */
async function carryOut(
  parts: DispatchParts,
  row: LeasedRow,
  finish: (row: LeasedRow) => Promise<unknown>,
): Promise<void> {
  const { database, clock } = parts;
  const outcome = await run(parts.handlers, row).catch((error: unknown) => {
    parts.log.error({ command: row.command?.kind, ...failureFacts(error) }, "a command failed");
    const why = error instanceof Error ? error.name : "error";
    return { done: false, why } as const satisfies CommandOutcome;
  });
  if (outcome.done) await finish(row);
  else await postponeCommand(database, row, nextTry(outcome, row, clock.now()), outcome.why);
}

const nextTry = (outcome: Extract<CommandOutcome, { done: false }>, row: LeasedRow, now: TimeMs): TimeMs =>
  outcome.at ?? now + (outcome.soon ? SOON_MS : backoffMs(row.attempts));

/** Async, so that a row which cannot be read, or which no handler takes, fails by itself and not the whole batch. */
async function run(
  handlers: Readonly<Record<string, Handler<never>>>,
  row: LeasedRow,
): Promise<CommandOutcome> {
  const { command } = row;
  assert(command !== null, "a row of the outbox that is no command", { id: row.id });
  const { kind } = command;
  const handler = Object.hasOwn(handlers, kind) ? handlers[kind] : undefined;
  assert(handler !== undefined, "a command that no room handles", { kind });
  // The kind chose the handler, so the command is of the type that this one takes.
  return handler(command as never, { ...row, command });
}
