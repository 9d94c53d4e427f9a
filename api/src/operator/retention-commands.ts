import { Command } from "commander";
import { appendAudit } from "../audit/audit";
import { isoOf } from "../core/instant";
import type { Clock } from "../core/ports";
import type { Database } from "../db/client";
import { faultText, readServerFaults } from "../db/server-settings";
import { transaction } from "../db/transaction";
import { readDiskState } from "../retention/scrub-store";
import { areStatisticsDue, rewriteStatistics } from "../retention/statistics-store";
import { readBrake, releaseBrake } from "../retention/store";
import { Refusal } from "./refusal";

const HOUR_MS = 3_600_000;

type RetentionParts = {
  /** Works on this installation's database as its owner. */
  onDatabase: <Value>(work: (database: Database) => Promise<Value>) => Promise<Value>;
  clock: Clock;
  say(line: string): void;
};

/** `sotto-api retention`: whether paid orders wait to be deleted, and the word that releases them. */
export function retentionCommand(parts: RetentionParts): Command {
  const retention = new Command("retention")
    .description("Ended orders whose time is over, where more are due at once than usual.")
    .exitOverride();
  retention
    .command("status")
    .description("Say whether orders wait to be deleted, and how far deletions have reached the disk.")
    .action(() => status(parts));
  retention
    .command("release")
    .description("Have them deleted: check the machine's clock and SOTTO_RETENTION_DAYS first.")
    .action(() => release(parts));
  retention
    .command("statistics")
    .description("Take deleted values out of the planner's statistics; `npm start` does this by itself.")
    .action(() => statistics(parts));
  return retention;
}

async function status(parts: RetentionParts): Promise<void> {
  await brakeStatus(parts);
  await diskStatus(parts);
}

async function diskStatus({ onDatabase, say }: RetentionParts): Promise<void> {
  const { disk, faults } = await onDatabase(async (database) => ({
    disk: await readDiskState(database),
    faults: await readServerFaults(database),
  }));
  if (disk.last !== null) {
    const { until, provedAt } = disk.last;
    say(
      `What was deleted by ${isoOf(until)} was gone from tables, indexes, statistics and WAL at ${isoOf(provedAt)}.`,
    );
  }
  if (disk.waitsMs !== null)
    say(`The oldest later deletion was about ${Math.round(disk.waitsMs / HOUR_MS)} h ago.`);
  for (const fault of faults) say(faultText(fault));
}

async function brakeStatus({ onDatabase, say }: RetentionParts): Promise<void> {
  const brake = await onDatabase((database) => readBrake(database));
  if (brake === undefined) return say("Nothing waits: orders are deleted when their time is over.");
  say(`Paid orders wait since ${isoOf(brake.heldSince)}: more are due than three usual days bring.`);
  if (brake.releasedAt === null) say("`sotto-api retention release` has them deleted.");
  else say(`Released at ${isoOf(brake.releasedAt)}: the worker deletes them in small steps.`);
}

async function statistics({ onDatabase, say }: RetentionParts): Promise<void> {
  const isDone = await onDatabase(async (database) =>
    (await areStatisticsDue(database)) ? rewriteStatistics(database) : null,
  );
  if (isDone === null) return say("The statistics hold nothing of what was deleted and rewritten before.");
  if (!isDone)
    throw new Refusal(
      "The statistics could not be freed of deleted values: an older transaction may still see them, or DATABASE_URL's login does not own the database. Try again.",
    );
  say("The statistics were rewritten.");
}

async function release({ onDatabase, clock, say }: RetentionParts): Promise<void> {
  const isReleased = await onDatabase((database) =>
    transaction(database, async (tx) => {
      if (!(await releaseBrake(tx, clock.now()))) return false;
      await appendAudit(tx, {
        ...{ at: clock.now(), admin: null, action: "retention.release" },
        ...{ outcome: "done", subject: null, reason: null },
      });
      return true;
    }),
  );
  if (!isReleased) throw new Refusal("Nothing waits to be released; nothing was changed.");
  say("Released: the worker deletes them in small steps.");
}
