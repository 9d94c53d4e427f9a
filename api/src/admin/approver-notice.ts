import type { Logger } from "pino";
import type { Clock, TimeMs } from "../core/ports";
import type { Database } from "../db/client";
import { listWaiting, type WaitingKind } from "./waiting-store";
import { postWebhook } from "./webhook";

/** Between two messages, those that failed included. */
const PAUSE_MS = 60_000;
const ATTEMPTS_MAX = 5;

const WORDS: Readonly<Record<WaitingKind, string>> = {
  loan: "a loan to approve",
  order: "an order on hold",
  payout: "a payout above a cap",
  spend: "a transaction that we did not sign",
  recovery: "coins that came on another network",
  retention: "orders to delete, more than usual",
};

type NoticeParts = {
  database: Database;
  clock: Clock;
  log: Pick<Logger, "warn">;
  /** SOTTO_NOTIFY_URL. */
  address: string;
};

/**
 * Returns a look at what waits for approvers, which tells them by a webhook when something new does: in words, without
 * amounts, addresses or names. What came within a minute goes in one message; one that fails is sent again, five times in
 * all. What waits when the process starts is new to it.
 */
export function createApproverNotice({ database, clock, log, address }: NoticeParts): () => Promise<void> {
  let known = new Set<string>();
  let attempts = 0;
  let triedAt: TimeMs = Number.NEGATIVE_INFINITY;
  const untold = new Set<WaitingKind>();
  return async () => {
    const waiting = await listWaiting(database);
    for (const one of waiting) if (!known.has(nameOf(one))) untold.add(one.kind);
    known = new Set(waiting.map(nameOf));
    const now = clock.now();
    if (untold.size === 0 || now - triedAt < PAUSE_MS) return;
    triedAt = now;
    attempts += 1;
    const kinds = [...untold];
    try {
      await postWebhook(address, messageOf(kinds));
    } catch (error) {
      const isLast = attempts >= ATTEMPTS_MAX;
      const failure = error instanceof Error ? error.message : "error";
      log.warn(
        { failure, attempts, isLast },
        "approvers were not told that something waits: SOTTO_NOTIFY_URL",
      );
      if (!isLast) return;
    }
    attempts = 0;
    for (const kind of kinds) untold.delete(kind);
  };
}

const nameOf = ({ kind, id }: { kind: WaitingKind; id: string }): string => `${kind} ${id}`;

const messageOf = (kinds: readonly WaitingKind[]) => ({
  text: `Sotto: waiting for an approver: ${kinds.map((kind) => WORDS[kind]).join(", ")}.`,
  waiting: kinds,
});
