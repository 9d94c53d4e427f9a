import { Command } from "commander";
import { appendAudit } from "../audit/audit";
import type { Clock } from "../core/ports";
import type { Database } from "../db/client";
import { transaction } from "../db/transaction";
import { readBrake, releaseBrake } from "../retention/store";
import { Refusal } from "./refusal";

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
    .description("Say whether orders wait to be deleted.")
    .action(() => status(parts));
  retention
    .command("release")
    .description("Have them deleted: check the machine's clock and SOTTO_RETENTION_DAYS first.")
    .action(() => release(parts));
  return retention;
}

async function status({ onDatabase, say }: RetentionParts): Promise<void> {
  const brake = await onDatabase((database) => readBrake(database));
  if (brake === undefined) return say("Nothing waits: orders are deleted when their time is over.");
  const iso = (at: number): string => new Date(at).toISOString();
  say(`Paid orders wait since ${iso(brake.heldSince)}: more are due than three usual days bring.`);
  if (brake.releasedAt === null) say("`sotto-api retention release` has them deleted.");
  else say(`Released at ${iso(brake.releasedAt)}: the worker deletes them in small steps.`);
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
