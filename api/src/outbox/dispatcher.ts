import type { Logger } from "pino";
import { assert } from "../core/assert";
import type { Clock, TimeMs } from "../core/ports";
import type { Database } from "../db/client";
import { failureFacts } from "../db/failure";
import { type AnyCommand, finishCommand, leaseCommands, type OutboxRow, postponeCommand } from "./store";

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

const LEASE_MS = 30_000;
const BATCH_MAX = 32;
const BACKOFF_MS_MIN = 500;
const BACKOFF_MS_MAX = 60_000;
const SOON_MS = 500;

/** Grows by doubling, to a minute. */
export const backoffMs = (attempts: number): number =>
  Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** Math.min(attempts - 1, 10));

/**
 * Works off the outbox once: leases a batch, commits, and only then acts on the world. A process that dies in between
 * leaves the lease to run out. True when there may be more.
 */
export async function dispatchOnce(parts: {
  database: Database;
  handlers: Readonly<Record<string, Handler<never>>>;
  clock: Clock;
  log: Logger;
}): Promise<boolean> {
  const { database, clock } = parts;
  const rows = await leaseCommands(database, clock.now(), { forMs: LEASE_MS, limit: BATCH_MAX });
  for (const row of rows) {
    const outcome = await run(parts.handlers, row).catch((error: unknown) => {
      parts.log.error({ command: row.command.kind, ...failureFacts(error) }, "a command failed");
      const why = error instanceof Error ? error.name : "error";
      return { done: false, why } as const satisfies CommandOutcome;
    });
    if (outcome.done) {
      await finishCommand(database, row, clock.now());
      continue;
    }
    await postponeCommand(database, row, nextTry(outcome, row, clock.now()), outcome.why);
  }
  return rows.length === BATCH_MAX;
}

const nextTry = (outcome: Extract<CommandOutcome, { done: false }>, row: OutboxRow, now: TimeMs): TimeMs =>
  outcome.at ?? now + (outcome.soon ? SOON_MS : backoffMs(row.attempts));

/** Async, so that a row which no handler takes fails by itself and not the whole batch. */
async function run(
  handlers: Readonly<Record<string, Handler<never>>>,
  row: OutboxRow,
): Promise<CommandOutcome> {
  const { kind } = row.command;
  const handler = Object.hasOwn(handlers, kind) ? handlers[kind] : undefined;
  assert(handler !== undefined, "a command that no room handles", { kind: row.command.kind });
  // The kind chose the handler, so the command is of the type that this one takes.
  return handler(row.command as never, row);
}
