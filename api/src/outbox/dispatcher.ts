import type { Logger } from "pino";
import { assert, unreachable } from "../core/assert";
import type { Clock, TimeMs } from "../core/ports";
import type { Database } from "../db/client";
import { failureFacts } from "../db/failure";
import type { LoanCommand } from "../loans/loan";
import type { Command } from "../orders/machine/events";
import { finishCommand, leaseCommands, type OutboxRow, postponeCommand } from "./store";

/** What became of a command: done, or to be tried again (`soon`: the world only needs a moment). */
export type CommandOutcome =
  | { done: true }
  | { done: false; why: string; soon?: boolean /** Not before this time, and then at once. */; at?: TimeMs };

/** A command of an order. */
export type OrderWork = OutboxRow & { orderId: string };

/** A leg is of an order or of a loan; all other work is of one of them. */
export type CommandHandlers = {
  [Kind in Exclude<Command["kind"], "send_leg">]: (
    command: Extract<Command, { kind: Kind }>,
    row: OrderWork,
  ) => Promise<CommandOutcome>;
} & {
  send_leg(command: Extract<Command, { kind: "send_leg" }>): Promise<CommandOutcome>;
  plan_loan(command: LoanCommand): Promise<CommandOutcome>;
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
  handlers: CommandHandlers;
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

function run(handlers: CommandHandlers, row: OutboxRow): Promise<CommandOutcome> {
  const { command } = row;
  switch (command.kind) {
    case "screen":
      return handlers.screen(command, ofOrder(row));
    case "claim":
      return handlers.claim(command, ofOrder(row));
    case "settle":
      return handlers.settle(command, ofOrder(row));
    case "plan_refund":
      return handlers.plan_refund(command, ofOrder(row));
    case "open_child":
      return handlers.open_child(command, ofOrder(row));
    case "send_leg":
      return handlers.send_leg(command);
    case "mix":
      return handlers.mix(command, ofOrder(row));
    case "plan_loan":
      return handlers.plan_loan(command);
    default:
      return unreachable(command);
  }
}

function ofOrder(row: OutboxRow): OrderWork {
  const { orderId } = row;
  assert(orderId !== null, "a command without an order", { id: row.id });
  return { ...row, orderId };
}
