import type { Logger } from "pino";
import type { Clock, TimeMs } from "./core/ports";
import type { Database } from "./db/client";
import type { Notifier } from "./db/notifications";
import { forgetOldAnswers } from "./idempotency/idempotency";
import { readStuck } from "./ledger/stuck-store";
import { deleteOldPrices, deleteOldQuotes } from "./market/store";
import type { Keyring } from "./mixing/keyring-store";
import { keysInUse } from "./mixing/rounds-store";
import { deleteEndedSessions } from "./orders/store/session-store";
import { deleteFinishedCommands } from "./outbox/store";
import { listUnplanned } from "./payouts/unplanned-store";
import { forgetEndedOrders, forgetWhatIsLeft } from "./retention/service";
import { windowStart } from "./stats/stats";
import { foldTallies } from "./stats/store";

const DAY_MS = 86_400_000;

/** Reports what is stuck, and deletes what has served its purpose: old answers, finished work, unused quotes, what lies beyond charts and figures. */
export async function keepHouse(parts: {
  database: Database;
  notifier: Notifier;
  clock: Clock;
  log: Logger;
  keyring: Keyring;
  /** From an order's end to its deletion; a mix's is shorter. */
  retentionMs: number;
  mixRetentionMs: number;
}): Promise<void> {
  const { database } = parts;
  const now = parts.clock.now();
  await reportStuck(database, parts.log);
  await reportUnplanned(database, parts.log);
  await forgetOldAnswers(database, now);
  await deleteFinishedCommands(database, now - DAY_MS);
  await deleteOldQuotes(database, now - DAY_MS);
  await deleteOldPrices(database, now - 30 * DAY_MS);
  await foldTallies(database, windowStart(now));
  await deleteEndedSessions(database, now);
  await forgetEndedOrders(parts, {
    now,
    before: now - parts.retentionMs,
    mixedBefore: now - parts.mixRetentionMs,
  });
  await forgetWhatIsLeft(database, now);
  await destroyIdleKeys(parts.keyring, database, now);
}

/** Logs what has not moved in its time, at every run until it moves; without names, because a log outlasts its orders. */
async function reportStuck(database: Database, log: Logger): Promise<void> {
  const { count, first } = await readStuck(database);
  if (count === 0) return;
  const stuck = first.map(({ name: _, ...one }) => one);
  log.error(
    { count, stuck },
    "orders, legs, loans, sweeps or dropped transactions have not moved in their time: see the overview",
  );
}

/** Logs, at every run, what stops signing until an approver adopts it. */
async function reportUnplanned(database: Database, log: Logger): Promise<void> {
  const spends = await listUnplanned(database);
  if (spends.length === 0) return;
  const unplanned = spends.map(({ id, chain, txId, state }) => ({ id, chain, transaction: txId, state }));
  log.error(
    { unplanned },
    "nothing is signed where coins of ours are spent without a plan: see the overview",
  );
}

/** A key is made before the seed that it seals is kept: only one that had its time may be without one. */
const KEY_IDLE_MS = 3_600_000;

async function destroyIdleKeys(keyring: Keyring, database: Database, now: TimeMs): Promise<void> {
  const old = await keyring.olderThan(now - KEY_IDLE_MS);
  if (old.length === 0) return;
  const used = await keysInUse(database);
  await keyring.destroy(old.filter((id) => !used.has(id)));
}
